class NotDirect extends Error {}
const NOT_DIRECT = new NotDirect('it is for the tree, or for the ordinary writer')

/** Thrown by what reads and writes plain messages only: whoever knows all messages does it from the beginning, and says what is wrong. */
export function giveUp(): never {
  throw NOT_DIRECT
}

/** Null: it was given up. */
export function attemptDirect<Result>(attempt: () => Result): Result | null {
  try {
    return attempt()
  } catch (error) {
    if (error === NOT_DIRECT) return null
    throw error
  }
}
