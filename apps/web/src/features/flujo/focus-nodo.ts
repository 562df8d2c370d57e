/** The keyboard goes on from a node, once it is drawn; where there is none it stays where it is. */
export function focusNodo(id: string | undefined): void {
  if (id === undefined) return
  requestAnimationFrame(() =>
    document
      .querySelector<HTMLElement>(`.react-flow__node[data-id="${CSS.escape(id)}"]:not([inert] *)`)
      ?.focus({ preventScroll: true }),
  )
}
