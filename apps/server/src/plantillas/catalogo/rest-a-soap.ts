import { dato, definePlantilla } from '../define-plantilla.ts'
import { call, condicion, entrada, salida } from '../write-flujo.ts'

export default definePlantilla('rest-a-soap', {
  nombre: 'Fachada SOAP de un servicio REST',
  resumen: 'Quien solo habla SOAP llama a un servicio REST: el WSDL sale de lo que el proceso declara.',
  categoria: 'servicios',
  propuesta: { por: 'canal', texto: 'Un canal SOAP, con la operación consultarSaldo.' },
  servidores: {
    cuentas: { nombre: 'Cuentas (REST)', tipos: ['rest'], uso: 'El servicio REST al que se llama' },
  },
  nodos: [
    entrada([dato('cuenta', 'texto', 'ES-104', { validacion: { largoMinimo: 1, largoMaximo: 34 } })]),
    call('saldo', 'GET /cuentas/{cuenta}', {
      a: 'cuentas.operacion',
      objeto: { metodo: 'GET', ruta: '/cuentas/{cuenta}', estadosOk: [404] },
      con: { cuenta: '=entrada.cuenta' },
      politica: { tiempoMaximoMs: 5_000, reintentos: { max: 2 }, enError: 'detener' },
    }),
    condicion('existe', '¿Existe?', { si: 'saldo.estado = 200' }),
    salida('respuesta', 'Saldo', {
      campos: {
        'cuenta:texto': '=saldo.cuerpo.id',
        'titular:texto': '=saldo.cuerpo.titular',
        'disponible:decimal': '=saldo.cuerpo.saldo.disponible',
      },
    }),
    salida('ausente', 'No existe', {
      estado: 404,
      campos: { 'mensaje:texto': '="No hay ninguna cuenta " & entrada.cuenta & "."' },
    }),
  ],
  conexiones: ['entrada > saldo > existe', 'existe.si > respuesta', 'existe.otro > ausente'],
  casos: [
    {
      nombre: 'Una cuenta con saldo',
      entrada: { cuenta: 'ES-104' },
      fijados: {
        saldo: {
          estado: 200,
          cabeceras: {},
          cuerpo: { id: 'ES-104', titular: 'Noa Castelao', saldo: { disponible: 120.5 } },
        },
      },
      espera: [200, { cuenta: 'ES-104', titular: 'Noa Castelao', disponible: 120.5 }],
    },
    {
      nombre: 'Una cuenta que no existe',
      entrada: { cuenta: 'ES-9' },
      fijados: { saldo: { estado: 404, cabeceras: {}, cuerpo: null } },
      espera: [404, { mensaje: 'No hay ninguna cuenta ES-9.' }],
    },
  ],
})
