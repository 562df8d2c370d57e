import type { Actividad } from '@div/contract'

/** `1240 ejecuciones en 24 horas, 3 con error` */
export function describeActividad({ total, errores }: Pick<Actividad, 'total' | 'errores'>): string {
  if (total === 0) return 'Sin ejecuciones en 24 horas'
  const runs = `${total.toLocaleString('es')} ${total === 1 ? 'ejecución' : 'ejecuciones'} en 24 horas`
  return errores === 0 ? runs : `${runs}, ${errores.toLocaleString('es')} con error`
}
