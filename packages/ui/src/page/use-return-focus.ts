import { useEffect, useState } from 'react'

/** What a person pressed just now; of an item of a menu, which goes with it, the button that opens the menu. */
export function findOpener(): Element | null {
  const { activeElement } = document
  const button = activeElement?.closest('[role="menu"]')?.getAttribute('aria-labelledby')
  return (button && document.getElementById(button)) || activeElement
}

/** For a dialog that is there only while it is open: who closes it goes on with what they pressed to open it. */
export function useReturnFocus(): void {
  // Before anything within takes the focus.
  const [opener] = useState(findOpener)
  useEffect(
    () => () => {
      requestAnimationFrame(() => {
        // Somebody else may have said where to.
        if (document.activeElement !== document.body) return
        if (opener instanceof HTMLElement || opener instanceof SVGElement)
          opener.focus({ preventScroll: true })
      })
    },
    [opener],
  )
}
