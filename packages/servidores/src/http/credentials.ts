import type { Autenticacion } from './autenticacion.ts'

/** What proves who calls, the same in every call. */
export function credentialsOf(autenticacion: Autenticacion): {
  headers: Record<string, string>
  query: string
} {
  switch (autenticacion.tipo) {
    case 'basico': {
      const { usuario, contrasena } = autenticacion
      const pair = Buffer.from(`${usuario}:${contrasena}`).toString('base64')
      return { headers: { authorization: `Basic ${pair}` }, query: '' }
    }
    case 'bearer':
      return { headers: { authorization: `Bearer ${autenticacion.token}` }, query: '' }
    case 'apiKey': {
      const { lugar, nombre, clave } = autenticacion
      const pair = `${encodeURIComponent(nombre)}=${encodeURIComponent(clave)}`
      if (lugar === 'consulta') return { headers: {}, query: pair }
      return { headers: lugar === 'cookie' ? { cookie: pair } : { [nombre]: clave }, query: '' }
    }
    default:
      return { headers: {}, query: '' }
  }
}
