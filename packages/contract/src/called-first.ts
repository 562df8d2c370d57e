interface Llamadas<Item> {
  /** What others call it by. */
  nombreDe: (item: Item) => string
  /** Whom it calls. */
  llama: (item: Item) => readonly string[]
}

/**
 * Each behind those that it calls: brought somewhere one after the other, it finds them there. Those that call each other in a ring stand as they
 * came, for whoever takes them to say what is made of that.
 */
export function calledFirst<Item>(items: readonly Item[], { nombreDe, llama }: Llamadas<Item>): Item[] {
  const byNombre = new Map(items.map((item) => [nombreDe(item), item]))
  const ordered: Item[] = []
  const seen = new Set<Item>()
  function visit(item: Item) {
    if (seen.has(item)) return
    seen.add(item)
    for (const nombre of llama(item)) {
      const called = byNombre.get(nombre)
      if (called !== undefined) visit(called)
    }
    ordered.push(item)
  }
  for (const item of items) visit(item)
  return ordered
}
