/** A list that is drawn again and again from what causes it. */
export class DrawnList<Cause extends object, Drawn> {
  readonly #draw: (cause: Cause) => Drawn
  #held = new Map<string, { cause: Cause; drawn: Drawn }>()
  #list: readonly Drawn[] = []

  constructor(draw: (cause: Cause) => Drawn) {
    this.#draw = draw
  }

  draw(causes: readonly Cause[], idOf: (cause: Cause) => string): readonly Drawn[] {
    const before = this.#held
    this.#held = new Map(causes.map((cause) => [idOf(cause), this.#hold(before.get(idOf(cause)), cause)]))
    this.#list = sameList(
      this.#list,
      [...this.#held.values()].map(({ drawn }) => drawn),
    )
    return this.#list
  }

  #hold(before: { cause: Cause; drawn: Drawn } | undefined, cause: Cause) {
    if (before !== undefined && isShallowEqual(before.cause, cause)) return before
    const drawn = this.#draw(cause)
    // Another cause may well look the same, such as a query of which a letter was typed.
    const isSame = before !== undefined && JSON.stringify(before.drawn) === JSON.stringify(drawn)
    return { cause, drawn: isSame ? before.drawn : drawn }
  }
}

function isShallowEqual<Value extends object>(left: Value, right: Value): boolean {
  const values = Object.values(right)
  return Object.values(left).every((value, at) => value === values[at])
}

/** The list as it was when it holds the same ones. */
export function sameList<Drawn>(before: readonly Drawn[], next: readonly Drawn[]): readonly Drawn[] {
  return before.length === next.length && next.every((drawn, at) => drawn === before[at]) ? before : next
}
