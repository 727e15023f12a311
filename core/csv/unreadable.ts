/** A file that cannot be read further. The message is a sentence for the person who uploaded it. */
export class UnreadableFile extends Error {
  constructor(message: string) {
    super(message);
    this.name = "UnreadableFile";
  }
}
