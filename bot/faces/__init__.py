"""The faces of the cards: small pictures of ranks, suits and a back, and what they are drawn from.

`drawing` holds the shapes, `pictures` what was made of them. Nothing here knows Discord, or decides where a face is
shown.
"""
