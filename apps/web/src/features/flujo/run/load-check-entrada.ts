type CheckEntrada = typeof import('../../../shared/entrada/check-entrada.ts')

/** What checks an entrada is more than the drawing itself, and only who runs it needs it. Whoever cannot load it is told. */
export async function loadCheckEntrada(
  load: () => Promise<CheckEntrada> = () => import('../../../shared/entrada/check-entrada.ts'),
): Promise<CheckEntrada['checkEntrada']> {
  try {
    return (await load()).checkEntrada
  } catch (cause) {
    // The browser remembers that it failed: nothing but loading the page again helps.
    throw new Error('No se pudo cargar lo que revisa la entrada: recargue la página.', { cause })
  }
}
