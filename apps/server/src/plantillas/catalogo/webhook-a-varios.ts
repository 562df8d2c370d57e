import { dato, definePlantilla } from '../define-plantilla.ts'
import { call, entrada, join, salida, split } from '../write-flujo.ts'

export default definePlantilla('webhook-a-varios', {
  nombre: 'Webhook a varios destinos',
  resumen: 'Reparte un aviso a la vez entre varios servicios; uno que falla no detiene a los demás.',
  categoria: 'mensajes',
  propuesta: { por: 'canal', texto: 'Un canal REST con clave de API, en POST /avisos.' },
  servidores: {
    almacen: { nombre: 'Almacén (REST)', tipos: ['rest'], uso: 'El primer destino' },
    facturacion: { nombre: 'Facturación (REST)', tipos: ['rest'], uso: 'El segundo destino' },
  },
  nodos: [
    entrada([
      dato('tipo', 'texto', 'pedido.creado', { claveDeNegocio: true }),
      dato('datos', 'objeto', { pedido: 12 }),
    ]),
    split('reparto', 'A la vez'),
    call('aAlmacen', 'Avisar al almacén', {
      a: 'almacen.operacion',
      objeto: { metodo: 'POST', ruta: '/avisos', claveIdempotencia: 'Idempotency-Key' },
      con: { tipo: '=entrada.tipo', datos: '=entrada.datos' },
      politica: { tiempoMaximoMs: 5_000, reintentos: { max: 2 }, enError: 'continuar' },
    }),
    call('aFacturacion', 'Avisar a facturación', {
      a: 'facturacion.operacion',
      objeto: { metodo: 'POST', ruta: '/avisos', claveIdempotencia: 'Idempotency-Key' },
      con: { tipo: '=entrada.tipo', datos: '=entrada.datos' },
      politica: { tiempoMaximoMs: 5_000, reintentos: { max: 2 }, enError: 'continuar' },
    }),
    join('avisados', 'Avisados', 'reparto'),
    salida('respuesta', 'Repartido', {
      estado: 202,
      campos: {
        'destinos:entero': '=avisados.total',
        'entregados:entero': '=CONTAR_SI(avisados.elementos; OBTENER(elemento; "estado"; 500) < 300)',
      },
    }),
  ],
  conexiones: ['entrada > reparto > aAlmacen > avisados > respuesta', 'reparto > aFacturacion > avisados'],
  casos: [
    {
      nombre: 'Los dos lo reciben',
      entrada: { tipo: 'pedido.creado', datos: { pedido: 12 } },
      fijados: {
        aAlmacen: { estado: 202, cabeceras: {}, cuerpo: null },
        aFacturacion: { estado: 200, cabeceras: {}, cuerpo: null },
      },
      espera: [202, { destinos: 2, entregados: 2 }],
    },
  ],
})
