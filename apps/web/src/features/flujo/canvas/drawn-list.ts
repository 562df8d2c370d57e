interface Looks<Cause, Drawn> {
  /** Whether two causes look the same without being drawn. */
  isSame?: (before: Cause, cause: Cause) => boolean
  /** Another cause may well look the same once it is drawn, such as a query of which a letter was typed. */
  isAlike?: (before: Drawn, drawn: Drawn) => boolean
}

/** A list that is drawn again and again from what causes it. */
export class DrawnList<Cause extends object, Drawn> {
  readonly #draw: (cause: Cause) => Drawn
  readonly #looks: Required<Looks<Cause, Drawn>>
  #held = new Map<string, { cause: Cause; drawn: Drawn }>()
  #list: readonly Drawn[] = []

  constructor(
    draw: (cause: Cause) => Drawn,
    { isSame = isShallowEqual, isAlike = isEqualText }: Looks<Cause, Drawn> = {},
  ) {
    this.#draw = draw
    this.#looks = { isSame, isAlike }
  }

  draw(causes: readonly Cause[], idOf: (cause: Cause) => string): readonly Drawn[] {
    const before = this.#held
    this.#held = new Map(
      causes.map((cause) => {
        const id = idOf(cause)
        return [id, this.#hold(before.get(id), cause)]
      }),
    )
    this.#list = sameList(
      this.#list,
      [...this.#held.values()].map(({ drawn }) => drawn),
    )
    return this.#list
  }

  #hold(before: { cause: Cause; drawn: Drawn } | undefined, cause: Cause) {
    if (before === undefined) return { cause, drawn: this.#draw(cause) }
    if (this.#looks.isSame(before.cause, cause)) return before
    const drawn = this.#draw(cause)
    return { cause, drawn: this.#looks.isAlike(before.drawn, drawn) ? before.drawn : drawn }
  }
}

/** Of two that are made of the same fields in the same order. */
function isShallowEqual<Value extends object>(left: Value, right: Value): boolean {
  const values = Object.values(right)
  return Object.values(left).every((value, at) => value === values[at])
}

function isEqualText(left: unknown, right: unknown): boolean {
  return JSON.stringify(left) === JSON.stringify(right)
}

/** The list as it was when it holds the same ones. */
export function sameList<Drawn>(before: readonly Drawn[], next: readonly Drawn[]): readonly Drawn[] {
  return before.length === next.length && next.every((drawn, at) => drawn === before[at]) ? before : next
}

/**
 * Answers what it answered before as long as it is asked the same: who subscribes to a store is asked several times for each change of
 * it, whatever has changed.
 */
export function remembered<Asked extends object, Answer>(
  answerTo: (asked: Asked) => Answer,
): (asked: Asked) => Answer {
  let last: { asked: Asked; answer: Answer } | null = null
  return (asked) => {
    if (last === null || !isShallowEqual(last.asked, asked)) last = { asked, answer: answerTo(asked) }
    return last.answer
  }
}
