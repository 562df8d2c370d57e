import { expect, test } from 'vitest'
import { statusOf } from './servidor-status.ts'

const PRUEBA = {
  momento: '2026-11-21T10:00:00Z',
  ok: true,
  duracionMs: 12.4,
  paso: null,
  error: null,
  usuario: 'ana',
}
const FALLO = { ...PRUEBA, ok: false, paso: 'TCP', error: 'Nadie escucha.' }
const CONEXIONES = {
  activeConnections: 1,
  idleConnections: 1,
  maxConnections: 10,
  waiting: 0,
  reuseRate: null,
  avgLatencyMs: null,
  errorRate: null,
}
const abierto = { ...CONEXIONES, circuito: 'abierto' as const }
const probando = { ...CONEXIONES, circuito: 'probando' as const }
const cerrado = { ...CONEXIONES, circuito: 'cerrado' as const }

test.each([
  [{ activo: false, conexiones: abierto, ultimaPrueba: FALLO }, 'idle', 'Inactivo'],
  [{ activo: true, conexiones: abierto, ultimaPrueba: PRUEBA }, 'error', 'Circuito abierto'],
  [{ activo: true, conexiones: probando, ultimaPrueba: FALLO }, 'warning', 'Circuito a prueba'],
  [{ activo: true, conexiones: cerrado, ultimaPrueba: FALLO }, 'error', 'Falla: TCP'],
  [{ activo: true, conexiones: null, ultimaPrueba: null }, 'idle', 'Sin probar'],
  [{ activo: true, conexiones: null, ultimaPrueba: PRUEBA }, 'ok', 'Responde 12,4 ms'],
])('%o is %s: %s', (servidor, level, label) => {
  expect(statusOf(servidor)).toMatchObject({ level, label })
})

test('a failed test tells why', () => {
  expect(statusOf({ activo: true, conexiones: null, ultimaPrueba: FALLO }).detail).toBe('Nadie escucha.')
})
