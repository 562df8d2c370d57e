import { dato, definePlantilla } from '../define-plantilla.ts'
import { call, entrada, salida } from '../write-flujo.ts'

export default definePlantilla('soap-a-rest', {
  nombre: 'Fachada REST de un servicio SOAP',
  resumen: 'Ofrece como JSON una operación de un servicio con WSDL; su Fault se contesta como 502.',
  categoria: 'servicios',
  propuesta: { por: 'canal', texto: 'Un canal REST, en GET /cambio/{moneda}.' },
  servidores: {
    divisas: { nombre: 'Divisas (SOAP)', tipos: ['soap'], uso: 'El servicio SOAP, con su WSDL' },
  },
  nodos: [
    entrada([dato('moneda', 'texto', 'USD', { validacion: { patron: '[A-Z]{3}' } })]),
    call('cambio', 'ConsultarCambio', {
      a: 'divisas.operacion',
      objeto: { nombre: 'ConsultarCambio', soloLectura: true },
      con: { moneda: '=entrada.moneda' },
      politica: { tiempoMaximoMs: 10_000, reintentos: { max: 1 }, enError: 'rama' },
    }),
    salida('respuesta', 'Cambio', {
      campos: {
        'moneda:texto': '=entrada.moneda',
        'cambio:decimal': '=NUMERO(TEXTO(cambio.cuerpo.cambio))',
      },
    }),
    salida('fallo', 'No contesta', {
      estado: 502,
      campos: { 'mensaje:texto': 'El servicio de divisas no pudo contestar. Inténtelo más tarde.' },
    }),
  ],
  conexiones: ['entrada > cambio > respuesta', 'cambio.error > fallo'],
  casos: [
    {
      nombre: 'El cambio de una moneda',
      entrada: { moneda: 'USD' },
      fijados: { cambio: { cuerpo: { cambio: '1.0845' }, cabeceras: {} } },
      espera: [200, { moneda: 'USD', cambio: 1.0845 }],
    },
    { nombre: 'Lo que no es una moneda', entrada: { moneda: 'dólar' }, espera: 'ENTRADA_INVALIDA' },
  ],
})
