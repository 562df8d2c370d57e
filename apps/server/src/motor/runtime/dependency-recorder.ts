/** Collects what a plan is made from while it is compiled. Names look like `servidor:<id>`, `parametro:<nombre>` (`*`: any), `tabla:<nombre>`. */
export interface DependencyRecorder {
  /** Runs `compile` and answers what it used, each with its stamp at that moment. */
  record<Result>(compile: () => Result): { result: Result; dependencias: ReadonlyMap<string, string> }
  /** Called wherever the world is read; nothing happens outside `record`. */
  use(dependencia: string): void
}

export function createDependencyRecorder(stamp: (dependencia: string) => string): DependencyRecorder {
  // Compiling is synchronous: one at a time.
  let used: Map<string, string> | null = null
  return {
    record(compile) {
      const dependencias = new Map<string, string>()
      used = dependencias
      try {
        return { result: compile(), dependencias }
      } finally {
        used = null
      }
    },
    use(dependencia) {
      used?.set(dependencia, stamp(dependencia))
    },
  }
}
