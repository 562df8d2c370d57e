import { MAX_NOTIFICACIONES } from '@div/contract'
import { expect, test } from 'vitest'
import { type Causes, deriveNotificaciones } from './derive-notificaciones.ts'

const NOW = new Date('2026-03-01T12:00:00Z')
const ago = (minutes: number) => new Date(NOW.getTime() - minutes * 60_000)
const NOTHING: Causes = { fallos: [], tokens: [], alertas: [], aprobaciones: [], presupuestos: [], pools: [] }
const fallo = {
  procesoId: 'p',
  proceso: 'Cobros',
  porTarea: false,
  cantidad: 3,
  ultimaId: 'e',
  ultima: ago(5),
  mensaje: 'El servidor no responde.',
}
const pool = { id: 's', nombre: 'Banco', circuito: 'abierto', circuitoDesdeMs: 60_000 } as const
const token = { id: 't', nombre: 'Socio', expiraEn: ago(-60 * 36), avisoDesde: ago(60) }

const tell = (causes: Partial<Causes>, reader: Partial<Parameters<typeof deriveNotificaciones>[1]> = {}) =>
  deriveNotificaciones({ ...NOTHING, ...causes }, { role: 'admin', leidas: new Map(), now: NOW, ...reader })

test('each cause is told with the way to it, newest first', () => {
  expect(tell({ fallos: [fallo], tokens: [token], pools: [pool] })).toEqual([
    {
      id: 'circuito:s',
      tipo: 'error',
      titulo: '«Banco» no responde',
      mensaje: expect.stringContaining('se rechazan'),
      momento: ago(1).toISOString(),
      enlace: '/servidores/config/s',
      leida: false,
    },
    {
      id: 'proceso:p',
      tipo: 'error',
      titulo: 'Falló «Cobros»',
      mensaje: 'Fallaron 3 ejecuciones en las últimas 24 horas. El servidor no responde.',
      momento: ago(5).toISOString(),
      enlace: '/ejecuciones/e',
      leida: false,
    },
    {
      id: 'token:t',
      tipo: 'warning',
      titulo: 'Vence el token «Socio»',
      mensaje: 'Quien lo usa dejará de entrar en sus canales en 2 días.',
      momento: ago(60).toISOString(),
      enlace: '/tokens?ver=t',
      leida: false,
    },
  ])
})

test('a tarea that failed is told apart from the canal of the same proceso', () => {
  const told = tell({ fallos: [fallo, { ...fallo, porTarea: true, cantidad: 1, mensaje: null }] })
  expect(told.map(({ id, mensaje }) => [id, mensaje])).toEqual([
    ['proceso:p', 'Fallaron 3 ejecuciones en las últimas 24 horas. El servidor no responde.'],
    ['tarea:p', 'Una ejecución falló en las últimas 24 horas.'],
  ])
})

test('a token that expired is another thing than one that will', () => {
  expect(tell({ tokens: [{ ...token, expiraEn: ago(1) }] })).toMatchObject([
    { id: 'token-vencido:t', tipo: 'error', momento: ago(1).toISOString() },
  ])
})

test('what works is not told of; what is being tried again is a warning', () => {
  const pools = [
    { ...pool, circuito: 'cerrado', circuitoDesdeMs: null } as const,
    { ...pool, circuito: 'probando' } as const,
  ]
  expect(tell({ pools })).toMatchObject([{ tipo: 'warning' }])
})

test('lectura, who may not edit a servidor, is led to the list', () => {
  expect(tell({ aprobaciones: [], pools: [pool] }, { role: 'lectura' })).toMatchObject([
    { enlace: '/servidores' },
  ])
})

test.each([
  ['what was seen since is read', new Map([['proceso:p', ago(4)]]), true],
  ['what happened again afterwards is not', new Map([['proceso:p', ago(6)]]), false],
  ['all that was told of is read', new Map([['*', ago(5)]]), true],
  ['another one says nothing of it', new Map([['tarea:p', ago(0)]]), false],
])('%s', (_, leidas, leida) => {
  expect(tell({ fallos: [fallo] }, { leidas })).toMatchObject([{ leida }])
})

test('no more are told of than can be looked at, the newest', () => {
  const fallos = Array.from({ length: MAX_NOTIFICACIONES + 5 }, (_, index) => ({
    ...fallo,
    procesoId: String(index),
    ultima: ago(1_000 - index),
  }))
  const told = tell({ fallos })
  expect(told).toHaveLength(MAX_NOTIFICACIONES)
  expect(told[0]?.id).toBe(`proceso:${MAX_NOTIFICACIONES + 4}`)
})

test('an approval that waits leads to where it is decided', () => {
  const creada = new Date('2026-11-22T10:00:00Z')
  const [told] = deriveNotificaciones(
    {
      fallos: [],
      tokens: [],
      alertas: [],
      pools: [],
      presupuestos: [],
      aprobaciones: [{ id: '1', titulo: 'Compra grande', proceso: 'Comprar', creada }],
    },
    { role: 'lectura', leidas: new Map(), now: creada },
  )
  expect(told).toEqual({
    id: 'aprobacion:1',
    tipo: 'info',
    titulo: 'Espera su aprobación: Compra grande',
    mensaje: '«Comprar» sigue cuando alguien apruebe o rechace.',
    momento: creada.toISOString(),
    enlace: '/ejecuciones/aprobaciones',
    leida: false,
  })
})

test('an alerta is told while it stands, again when it is repeated, and that it is over', () => {
  const alerta = {
    id: 'i',
    alertaId: 'a',
    alerta: 'Pedidos',
    mensaje: 'Fallaron 3.',
    desde: ago(9),
    avisada: ago(9),
    hasta: null,
  }
  expect(
    tell({ alertas: [alerta, { ...alerta, id: 'j', hasta: ago(2) }] }, { role: 'lectura' }),
  ).toMatchObject([
    {
      id: 'recuperada:j',
      tipo: 'success',
      titulo: 'Recuperada: Pedidos',
      mensaje: expect.stringMatching(/^Se recuperó tras .+\. Lo que se avisó: Fallaron 3\.$/),
      momento: ago(2).toISOString(),
    },
    {
      id: 'alerta:i',
      tipo: 'error',
      mensaje: 'Fallaron 3.',
      titulo: 'Alerta: Pedidos',
      enlace: '/alertas?ver=a',
    },
  ])
  const leidas = new Map([['alerta:i', ago(5)]])
  expect(tell({ alertas: [alerta] }, { leidas })).toMatchObject([{ leida: true }])
  expect(tell({ alertas: [{ ...alerta, avisada: ago(1) }] }, { leidas })).toMatchObject([{ leida: false }])
})

test('a budget tells the highest threshold that was reached, and that calls were refused', () => {
  const presupuesto = {
    id: 'p',
    nombre: 'IA',
    umbral: 80,
    momento: ago(9),
    agotado: false,
    rechazos: 0,
    ultimoRechazo: null,
  }
  expect(tell({ presupuestos: [presupuesto] })).toMatchObject([
    { id: 'presupuesto:p:80', tipo: 'warning', titulo: 'Presupuesto «IA» al 80 %' },
  ])
  expect(
    tell({
      presupuestos: [{ ...presupuesto, umbral: 100, agotado: true, rechazos: 2, ultimoRechazo: ago(1) }],
    }),
  ).toMatchObject([
    {
      id: 'presupuesto-rechazos:p',
      tipo: 'error',
      titulo: 'Se agotó el presupuesto «IA»',
      mensaje: '2 llamadas no se hicieron: no cabían en lo que queda.',
    },
    { id: 'presupuesto:p:100', tipo: 'error', enlace: '/ai/budget?ver=p' },
  ])
  expect(
    tell({ presupuestos: [{ ...presupuesto, umbral: null, rechazos: 1, ultimoRechazo: ago(1) }] }),
  ).toMatchObject([{ titulo: 'El presupuesto «IA» rechazó llamadas' }])
})
