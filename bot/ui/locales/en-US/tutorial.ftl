# The tutorial, and the line that guides somebody through their first hand.

button-quit-tutorial = Leave tutorial
tutorial-title-truth = ### Tutorial 1 of 3: the truth
tutorial-title-listen = ### Tutorial 1 of 3: the others
tutorial-title-lie = ### Tutorial 2 of 3: a lie
tutorial-title-doubt = ### Tutorial 3 of 3: a doubt
tutorial-title-done = ### That is the whole game
tutorial-welcome = Only you see this. You play against { $name }; whoever has no cards left wins.
tutorial-truth = You have to say **Aces**, and you hold two. Tap **A ×2** twice.
tutorial-press = 👉 Press **{ $label }**.
tutorial-early = That would be a lie already, and lies come next. Press **Clear**, then tap **A ×2** twice.
tutorial-let-go = { $name } let it go. It stands.
tutorial-listen = It may be true: you hold nothing that speaks against it. A wrong call would cost you the pile. Press **Let it go**.
tutorial-lie = Now you have to say **Threes**, and you hold none. Nobody knows that: tap any card.
tutorial-doubt = You were dealt two of the four Fours, so there can’t be three. That is a lie: press **{ $call }**
tutorial-honest = It was the truth: a call would have cost { $name } the pile.
tutorial-lied = It was a lie, and nobody called. Called, you would have taken the pile.
tutorial-caught = { $name } had a look: all your cards at once, that was too tempting.
tutorial-stood = Well listened. The rank moves on by one with every play.
tutorial-right = You called a lie, so the pile is not yours to take. Well done!
tutorial-wrong = It was the truth, so the pile is yours. That happens: call when your own cards tell you more.
tutorial-missed = It was a lie: { $cards } lay there. You had two of the four Fours yourself.
tutorial-over = Now sit down with others: **Join** at a table, or `/cheat start cpus:3` in a server for one with CPUs.
tutorial-left = You have left the tutorial. `/cheat tutorial` begins it anew.
tutorial-gone = This tutorial is no longer there. Type `/cheat tutorial` again.

command-tutorial-description = Three guided turns against a CPU, seen by you alone

# One line on somebody's very first hand; the tutorial has the second of them, too.
guide-pick = 👉 Tap a card’s button below to pick it.
guide-press = 👉 Press **{ $label }**: nobody sees the cards. You may lie.
guide-armed = 👉 Nothing more to do: it goes down by itself.
guide-wait = 👉 Wait for your turn. You can pick cards already.
guide-call = 👉 Do you doubt the play? Press **{ $call }** If not, press **Let it go**.
guide-laid = 👉 Your cards lie there. Wait and see whether somebody calls.
