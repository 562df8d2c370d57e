import { expect, test } from 'vitest'
import { checkSeguridad, type Facts } from './check-seguridad.ts'

const NOW = new Date('2026-03-01T00:00:00Z')
const SAFE: Facts = {
  adminInicial: false,
  claveMaestra: 'archivo',
  claveLegible: false,
  datosLegibles: false,
  host: '127.0.0.1',
  proxies: 0,
  origenesWeb: ['http://localhost:30000'],
  baseDeDatosSinTls: null,
  servidoresRedPrivada: [],
  canalesRedPrivada: [],
  canalesPublicos: [],
  tokensSinVencimiento: [],
  tokensParaTodo: [],
  usuariosSinEntrar: [],
  diasSinEntrar: 90,
  administradores: 2,
  auditoria: { integra: true, primeraAlterada: null },
  relojMs: -3,
  sqliteSobreDatos: [],
  sqliteAbiertas: [],
  ejemplos: [],
  ultimaCopia: new Date('2026-02-20T00:00:00Z'),
  now: NOW,
}

const troubles = (facts: Partial<Facts>) =>
  checkSeguridad({ ...SAFE, ...facts })
    .filter(({ estado }) => estado !== 'ok')
    .map(({ id, estado }) => [id, estado])

test('an installation that is as it should be hears so of everything', () => {
  const all = checkSeguridad(SAFE)
  expect(all.filter(({ estado, queHacer }) => estado === 'ok' && queHacer === null)).toHaveLength(all.length)
  expect(new Set(all.map(({ id }) => id)).size).toBe(all.length)
})

test.each<[string, Partial<Facts>, [string, string][]]>([
  ['the first password is there', { adminInicial: true }, [['admin-inicial', 'aviso']]],
  ['the key is a setting', { claveMaestra: 'ajuste', claveLegible: null }, [['clave-maestra', 'aviso']]],
  ['the key lies with the data', { claveMaestra: 'junto-a-los-datos' }, [['clave-maestra', 'aviso']]],
  ['others may read the key', { claveLegible: true }, [['clave-maestra', 'falla']]],
  ['others may enter the data', { datosLegibles: true }, [['carpeta-datos', 'aviso']]],
  ['it listens to everybody', { host: '0.0.0.0' }, [['escucha', 'falla']]],
  ['a proxy stands before it', { host: '0.0.0.0', proxies: 1 }, []],
  ['::1 is this machine', { host: '::1' }, []],
  [
    'the network knows the first password',
    { host: '10.0.0.1', proxies: 1, adminInicial: true },
    [['admin-inicial', 'falla']],
  ],
  ['any page may ask', { origenesWeb: ['*'] }, [['origenes-web', 'falla']]],
  ['the database is far', { baseDeDatosSinTls: 'db.example' }, [['base-de-datos', 'aviso']]],
  ['a servidor goes inside', { servidoresRedPrivada: ['a'] }, [['red-privada', 'aviso']]],
  ['a canal goes inside', { canalesRedPrivada: ['a'] }, [['red-privada', 'aviso']]],
  ['one admin is left', { administradores: 1 }, [['administradores', 'aviso']]],
  [
    'the audit was changed',
    { auditoria: { integra: false, primeraAlterada: '7' } },
    [['auditoria', 'falla']],
  ],
  ['the clock is late', { relojMs: -2_000 }, [['reloj', 'aviso']]],
  ['the clock is wrong', { relojMs: 60_000 }, [['reloj', 'falla']]],
  ['SQLite reaches the key', { sqliteSobreDatos: ['/srv'] }, [['carpetas-sqlite', 'falla']]],
  ['anybody writes the databases', { sqliteAbiertas: ['/tmp'] }, [['carpetas-sqlite', 'aviso']]],
  ['the samples answer', { ejemplos: ['Tienda'] }, [['ejemplos', 'aviso']]],
  ['there is no copy', { ultimaCopia: null }, [['copia', 'aviso']]],
  ['the copy is old', { ultimaCopia: new Date('2026-01-20T00:00:00Z') }, [['copia', 'aviso']]],
])('%s', (_, facts, expected) => {
  expect(troubles(facts)).toEqual(expected)
})

test('of many names the first are told, and how many more there are', () => {
  const canalesPublicos = ['a', 'b', 'c', 'd', 'e', 'f', 'g']
  const found = checkSeguridad({ ...SAFE, canalesPublicos }).find(({ id }) => id === 'canales-publicos')
  expect(found?.detalle).toBe('Contestan a cualquiera: a, b, c, d, e y 2 más.')
})
