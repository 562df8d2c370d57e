import type { Latido } from './cluster.ts'
import { emptySample } from './rolling-window.ts'

/** What a process that has done nothing tells of itself. */
export function testLatido(changes: Partial<Latido> = {}): Latido {
  return {
    version: '1.0.0',
    nodo: 'n1',
    host: 'equipo',
    pid: 7,
    activas: 0,
    enCurso: [],
    ventana: emptySample(),
    pools: [],
    historial: { pendientes: 0, escritas: 0, descartadas: 0 },
    memoriaBytes: 1_000,
    cpu: 0,
    retrasoMs: 0,
    falloDeExportacion: null,
    planes: 0,
    ...changes,
  }
}
