import type { EstadoDelNodo, NodoDelCluster, ProcesoDelNodo } from '@div/contract'
import type { Row } from '../../db/tables.ts'
import type { NodoConocido } from '../../motor/metrics/nodos-repository.ts'

/** The sample of a heartbeat is of one minute. */
const SECONDS = 60

type Pedido = Pick<Row<'pedidosDeNodo'>, 'nodo' | 'drenar' | 'drenarUsuario' | 'drenarMomento'>

/** The processes of each node together; those of one that is gone are shown while they are remembered. */
export function describeNodos(
  conocidos: readonly NodoConocido[],
  pedidos: readonly Pedido[],
): NodoDelCluster[] {
  // While the cluster is upgraded a process of an earlier version may not say which node it is of.
  const byNodo = Map.groupBy(conocidos, ({ id, datos }) => datos.nodo ?? id)
  const nodos = [...byNodo].map(([id, procesos]) =>
    describeNodo(
      id,
      procesos,
      pedidos.find(({ nodo }) => nodo === id),
    ),
  )
  return nodos.toSorted((left, right) => left.equipo.localeCompare(right.equipo) || compare(left, right))
}

function compare({ inicio: left }: NodoDelCluster, { inicio: right }: NodoDelCluster): number {
  return left < right ? -1 : Number(left > right)
}

function describeNodo(
  id: string,
  conocidos: readonly NodoConocido[],
  pedido: Pedido | undefined,
): NodoDelCluster {
  const alive = conocidos.filter(({ perdido }) => !perdido)
  // What died in a node that lives was started anew; it says nothing of the node.
  const procesos = (alive.length > 0 ? alive : conocidos).map(describeProceso)
  const workers = procesos.filter(({ rol }) => rol === 'motor')
  const roles = new Set(procesos.map(({ rol }) => rol))
  const [only] = roles
  const isDrained = pedido?.drenar === true
  return {
    id,
    equipo: conocidos[0]?.datos.host ?? '',
    rol: roles.size > 1 || only === undefined ? 'todo' : only,
    versiones: [...new Set(procesos.map(({ version }) => version))],
    estado: estadoOf({ isAlive: alive.length > 0, isDrained }),
    inicio: procesos.map(({ inicio }) => inicio).toSorted()[0] ?? '',
    latido:
      procesos
        .map(({ latido }) => latido)
        .toSorted()
        .at(-1) ?? '',
    workers: workers.length,
    activas: sum(procesos.map(({ activas }) => activas)),
    porSegundo: sum(workers.map(({ porSegundo }) => porSegundo)),
    drenaje:
      pedido && isDrained
        ? { usuario: pedido.drenarUsuario, momento: pedido.drenarMomento.toISOString() }
        : null,
    procesos,
  }
}

function estadoOf({ isAlive, isDrained }: { isAlive: boolean; isDrained: boolean }): EstadoDelNodo {
  if (!isAlive) return 'perdido'
  return isDrained ? 'drenando' : 'activo'
}

function describeProceso({ id, rol, inicio, latido, perdido, datos }: NodoConocido): ProcesoDelNodo {
  const { version, pid, activas, ventana, pools, historial, memoriaBytes } = datos
  return {
    id,
    rol,
    pid,
    version,
    inicio: inicio.toISOString(),
    latido: latido.toISOString(),
    perdido,
    activas,
    porSegundo: ventana.requests / SECONDS,
    errores: ventana.errors,
    // A process of an earlier version does not tell of these.
    cpu: datos.cpu ?? 0,
    memoriaBytes,
    retrasoMs: datos.retrasoMs ?? 0,
    planes: datos.planes ?? 0,
    pools: {
      abiertos: pools.length,
      conexiones: sum(
        pools.map(({ activeConnections, idleConnections }) => activeConnections + idleConnections),
      ),
      capacidad: sum(pools.map(({ maxConnections }) => maxConnections)),
    },
    historialPendiente: historial.pendientes,
  }
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0)
}
