// Messages of any size over a data channel. A message has a head (JSON) and a body (bytes): u32 the length of the head,
// head, body. It is sent in pieces: u32 the number of the message, u8 whether this is its last piece, content.

export const PIECE = 16000; // bytes that every browser accepts
const FULL = 1 << 20; // bytes that the channel may buffer
const AT_ONCE = 16; // the most incomplete messages that the other side may have on its way
const NOTHING = new ArrayBuffer(0);
const LOST = ["disconnected", "failed", "closed"];

export class Wire {
  // most: the maximum bytes of incomplete messages from the other side; got(head, body): a message has arrived;
  // changed(): isOpen may have changed
  constructor(peer, channel, most, told) {
    Object.assign(this, { peer, channel, number: 0, coming: new Map(), bytes: 0 });
    channel.binaryType = "arraybuffer";
    channel.bufferedAmountLowThreshold = FULL / 4;
    channel.onmessage = ({ data }) => {
      try {
        this.take(data);
      } catch (error) {
        console.warn(error); // the other side breaks the protocol
        channel.close();
      }
    };
    this.give(most, told);
  }

  // Use this limit and these callbacks from now on (see the constructor).
  give(most, { got, changed }) {
    const { peer, channel } = Object.assign(this, { most, got });
    channel.onopen = channel.onclose = peer.onconnectionstatechange = changed;
  }

  // Return whether messages arrive. A connection that is only disconnected may recover, without losing any.
  get isOpen() {
    return this.channel.readyState === "open" && !LOST.includes(this.peer.connectionState);
  }

  // Resolve once the whole message is in the channel's buffer, or the channel is closed.
  async send(head, body = NOTHING) {
    const text = new TextEncoder().encode(JSON.stringify(head));
    const whole = new Uint8Array(4 + text.length + body.byteLength);
    new DataView(whole.buffer).setUint32(0, text.length);
    whole.set(text, 4);
    whole.set(new Uint8Array(body), 4 + text.length);
    const number = this.number++;
    for (let at = 0; at < whole.length; at += PIECE) {
      const part = whole.subarray(at, at + PIECE);
      const piece = new Uint8Array(5 + part.length);
      new DataView(piece.buffer).setUint32(0, number);
      piece[4] = at + PIECE >= whole.length;
      piece.set(part, 5);
      while (this.channel.readyState === "open" && this.channel.bufferedAmount > FULL) await this.room();
      if (this.channel.readyState !== "open") return;
      this.channel.send(piece);
    }
  }

  room() {
    return new Promise((done) => {
      for (const each of ["bufferedamountlow", "close"]) this.channel.addEventListener(each, done, { once: true });
    });
  }

  take(data) {
    const number = new DataView(data).getUint32(0);
    const isLast = new Uint8Array(data)[4];
    if (!isLast && data.byteLength !== 5 + PIECE) throw new Error("not a whole piece");
    if (!this.coming.has(number)) this.coming.set(number, []);
    this.coming.get(number).push(new Uint8Array(data, 5));
    this.bytes += data.byteLength - 5;
    if (this.bytes > this.most || this.coming.size > AT_ONCE) throw new Error("more than may be sent at once");
    if (!isLast) return;
    const parts = this.coming.get(number);
    this.coming.delete(number);
    const whole = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
    parts.reduce((at, part) => (whole.set(part, at), at + part.length), 0);
    this.bytes -= whole.length;
    const body = 4 + new DataView(whole.buffer).getUint32(0);
    this.got(JSON.parse(new TextDecoder().decode(whole.subarray(4, body))), whole.slice(body).buffer);
  }
}
