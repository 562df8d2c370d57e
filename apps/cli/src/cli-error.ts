/** What the person at the terminal has to act on; anything else that is thrown is a bug of ours. */
export class CliError extends Error {}
