import { dato, definePlantilla } from '../define-plantilla.ts'
import { call, condicion, entrada, salida } from '../write-flujo.ts'

export default definePlantilla('consultar-directorio', {
  nombre: 'Consultar un directorio (LDAP)',
  resumen: 'Busca a una persona en el directorio y ofrece su nombre, su correo y sus grupos como JSON.',
  categoria: 'api',
  propuesta: { por: 'canal', texto: 'Un canal REST con JWT, en GET /personas/{uid}.' },
  servidores: {
    directorio: { nombre: 'Directorio (LDAP)', tipos: ['ldap'], uso: 'Donde están las personas' },
  },
  nodos: [
    entrada([dato('uid', 'texto', 'lferran', { validacion: { largoMinimo: 1, largoMaximo: 64 } })]),
    call('persona', 'Buscar a la persona', {
      a: 'directorio.busqueda',
      objeto: { filtro: '(uid={uid})', atributos: ['cn', 'mail', 'memberOf'], maximo: 2 },
      con: { uid: '=entrada.uid' },
    }),
    condicion('cuantas', '¿Cuántas hay?', { una: 'persona.total = 1', varias: 'persona.total > 1' }),
    salida('respuesta', 'Persona', {
      campos: {
        'nombre:texto': '=PRIMERO(persona.entradas[0].atributos.cn)',
        'correo:texto': '=PRIMERO(OBTENER(persona.entradas[0].atributos; "mail"; []))',
        'grupos:lista': '=OBTENER(persona.entradas[0].atributos; "memberOf"; [])',
      },
    }),
    salida('varias', 'No es única', {
      estado: 409,
      campos: { 'mensaje:texto': 'Hay más de una persona con ese uid.' },
    }),
    salida('ausente', 'No existe', { estado: 404, campos: { 'mensaje:texto': 'No hay tal persona.' } }),
  ],
  conexiones: [
    'entrada > persona > cuantas',
    'cuantas.una > respuesta',
    'cuantas.varias > varias',
    'cuantas.otro > ausente',
  ],
  casos: [
    {
      nombre: 'Una persona sin correo',
      entrada: { uid: 'lferran' },
      fijados: {
        persona: {
          entradas: [{ dn: 'uid=lferran', atributos: { cn: ['Lucía Ferrán'], memberOf: ['g1'] } }],
          total: 1,
        },
      },
      espera: [200, { nombre: 'Lucía Ferrán', correo: null, grupos: ['g1'] }],
    },
    {
      nombre: 'Nadie',
      entrada: { uid: 'nadie' },
      fijados: { persona: { entradas: [], total: 0 } },
      espera: [404, { mensaje: 'No hay tal persona.' }],
    },
  ],
})
