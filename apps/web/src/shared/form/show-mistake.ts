/** Who is refused is taken to the first field that is wrong, which may stand below what is on the screen. */
export function showMistake(form: HTMLElement | null): void {
  // Once what is wrong has been drawn.
  requestAnimationFrame(() => {
    if (document.activeElement?.closest('[role="dialog"]')) return
    const field = form?.querySelector<HTMLElement>('[aria-invalid="true"]')
    field?.scrollIntoView({ block: 'center' })
    field?.focus({ preventScroll: true })
  })
}
