interface Listed<Item> {
  /** Undefined: they are not known yet. */
  data: readonly Item[] | undefined
  isError: boolean
}

/**
 * What can be chosen of a list, and what is chosen already: nobody is shown an id, also while names are on their way. `other`: what one is called that
 * is not among them.
 */
export function nameChosen<Item extends { id: string }>(
  { data, isError }: Listed<Item>,
  chosen: readonly string[],
  { labelOf, other }: { labelOf: (item: Item) => string; other: string },
): { value: string; label: string }[] {
  const unknown = isError ? 'No se pudo leer su nombre' : 'Cargando…'
  const others = chosen.filter((each) => !data?.some(({ id }) => id === each))
  return [
    ...(data ?? []).map((item) => ({ value: item.id, label: labelOf(item) })),
    ...others.map((id) => ({ value: id, label: data ? other : unknown })),
  ]
}
