/** A file that cannot be read on. The message is a sentence for whoever sent it. */
export class UnreadableFile extends Error {
  constructor(message: string) {
    super(message);
    this.name = "UnreadableFile";
  }
}
