/** Whether a name is as a pattern says: `*` is any text, `?` one character. What it takes is at most the product of both lengths. */
export function compilePatron(patron: string): (nombre: string) => boolean {
  const wanted = [...patron]
  return (nombre) => {
    const given = [...nombre]
    let at = 0
    let star = -1
    let resume = 0
    for (let index = 0; index < given.length; ) {
      if (at < wanted.length && wanted[at] === '*') {
        star = at++
        resume = index
      } else if (at < wanted.length && (wanted[at] === '?' || wanted[at] === given[index])) {
        at++
        index++
      } else if (star >= 0) {
        // The last star takes one character more.
        at = star + 1
        index = ++resume
      } else return false
    }
    return wanted.slice(at).every((each) => each === '*')
  }
}
