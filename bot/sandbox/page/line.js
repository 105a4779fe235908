// The line to the sandbox: questions with their replies, and what it tells by itself.

export class Line {
  constructor({ told, ended }) {
    this.waiting = new Map();
    this.number = 0;
    this.told = told;
    this.ended = ended;
    this.call();
  }

  call() {
    const address = new URL("line", location.href);
    address.protocol = address.protocol.replace("http", "ws");
    address.hash = "";
    address.search = "";
    this.socket = new WebSocket(address);
    this.socket.addEventListener("message", (event) => this.hear(JSON.parse(event.data)));
    this.socket.addEventListener("close", () => {
      for (const reply of this.waiting.values()) reply({ error: "The sandbox has ended." });
      this.waiting.clear();
      this.ended();
      setTimeout(() => this.call(), 2000);
    });
  }

  hear(said) {
    if (said.reply === undefined) {
      this.told(said);
      return;
    }
    this.waiting.get(said.reply)?.(said);
    this.waiting.delete(said.reply);
  }

  ask(request) {
    if (this.socket.readyState !== WebSocket.OPEN) return Promise.resolve({ error: "The sandbox has ended." });
    this.number += 1;
    const number = this.number;
    return new Promise((resolve) => {
      this.waiting.set(number, resolve);
      this.socket.send(JSON.stringify({ ...request, number }));
    });
  }
}
