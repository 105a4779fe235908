// The page's own words, in the languages the bot speaks. What the bot says comes from the bot.

const WORDS = {
  "en": {
    you: "You are", direct: "Direct messages", places: "Places", messages: "Messages", who: "Who you are",
    dm: (name) => `Direct messages with ${name}`, channel: (name) => `Channel ${name}`, unread: "unread", as: (name) => `as ${name}`,
    newer: "New messages ↓", type: "Type / for commands", commands: "Commands", send: "Send", cancel: "Cancel the command", optional: "(optional)",
    only: "The bot reads no messages, only commands: begin with /", unknown: (typed) => `There is no command ${typed}`,
    missing: (option) => `This command needs ${option}.`, nothing: ({ about }) => `There is nothing to choose from yet. ${about}`,
    ended: "The sandbox has ended. Start it again in the terminal, and open the address it prints.",
    seen: "Only you can see this · ", dismiss: "Dismiss message", used: " used ", thinking: "Cheat is thinking…",
    failed: "This interaction failed", silent: "The application did not respond", select: "Make a selection", done: "Done",
    drop: "Cancel", submit: "Submit", choose: "Choose", somebody: "somebody", odd: "(Something this page can't show.)",
    letters: (name) => `The bot writes to ${name} here, for instance with a hand of cards. Nobody else sees it.`,
    welcome: (channel) => `Welcome to #${channel}`,
    about: "This is the bot as it plays on Discord. No other people are here: you are whoever you choose to be, one at a time.",
    open: "Open a table: ", begin: ({ start }) => ["Press ", start, ". The hand comes by direct message: ", "Cheat", " at the side."],
    join: (name, { join }) => ["Become ", name, " at the side, and press ", join, " at the table."], back: (name) => ["Become ", name, " again."],
    again: "A table goes on where it was left. To see it: ", all: "Type / below for everything the bot can do.",
    faces: {
      ace: "ace", two: "two", three: "three", four: "four", five: "five", six: "six", seven: "seven", eight: "eight", nine: "nine", ten: "ten",
      jack: "jack", queen: "queen", king: "king", spades: "spades", hearts: "hearts", diamonds: "diamonds", clubs: "clubs", joker: "joker", back: "card back",
    },
  },
  "de": {
    you: "Du bist", direct: "Direktnachrichten", places: "Orte", messages: "Nachrichten", who: "Wer du bist",
    dm: (name) => `Direktnachrichten mit ${name}`, channel: (name) => `Kanal ${name}`, unread: "ungelesen", as: (name) => `als ${name}`,
    newer: "Neue Nachrichten ↓", type: "Für Befehle / eingeben", commands: "Befehle", send: "Senden", cancel: "Befehl verwerfen", optional: "(freiwillig)",
    only: "Der Bot liest keine Nachrichten, nur Befehle: Beginne mit /", unknown: (typed) => `Den Befehl ${typed} gibt es nicht`,
    missing: (option) => `Dieser Befehl braucht ${option}.`, nothing: ({ about }) => `Es gibt noch nichts auszuwählen. ${about}`,
    ended: "Die Sandbox ist beendet. Starte sie im Terminal neu und öffne die Adresse, die dort erscheint.",
    seen: "Nur für dich sichtbar · ", dismiss: "Nachricht verwerfen", used: " hat benutzt: ", thinking: "Cheat denkt nach …",
    failed: "Diese Interaktion ist fehlgeschlagen", silent: "Die Anwendung hat nicht geantwortet", select: "Auswählen", done: "Fertig",
    drop: "Abbrechen", submit: "Absenden", choose: "Auswählen", somebody: "jemand", odd: "(Das kann diese Seite nicht zeigen.)",
    letters: (name) => `Hier schreibt der Bot an ${name}, zum Beispiel die Karten auf der Hand. Sonst sieht das niemand.`,
    welcome: (channel) => `Willkommen in #${channel}`,
    about: "Das ist der Bot, wie er auf Discord spielt. Andere Leute sind hier keine: Du bist, wer du sein möchtest, immer eine Person zur Zeit.",
    open: "Eröffne einen Tisch: ", begin: ({ start }) => ["Drücke ", start, ". Die Karten kommen als Direktnachricht: ", "Cheat", " am Rand."],
    join: (name, { join }) => ["Werde am Rand zu ", name, " und drücke am Tisch ", join, "."], back: (name) => ["Werde wieder zu ", name, "."],
    again: "Ein Tisch geht da weiter, wo er stehen geblieben ist. Du siehst ihn mit: ", all: "Mit / unten siehst du alles, was der Bot kann.",
    faces: {
      ace: "Ass", two: "Zwei", three: "Drei", four: "Vier", five: "Fünf", six: "Sechs", seven: "Sieben", eight: "Acht", nine: "Neun", ten: "Zehn",
      jack: "Bube", queen: "Dame", king: "König", spades: "Pik", hearts: "Herz", diamonds: "Karo", clubs: "Kreuz", joker: "Joker", back: "Kartenrücken",
    },
  },
};

export let words = WORDS.en;

export function wordsOf(language) {
  words = WORDS[language.split("-")[0]] || WORDS.en;
}
