import { dato, definePlantilla, INTERNO } from '../define-plantilla.ts'
import { call, condicion, entrada, salida } from '../write-flujo.ts'

export default definePlantilla('aprobacion-con-espera', {
  nombre: 'Aprobación con espera',
  resumen: 'Un gasto pequeño pasa solo; uno grande espera a que una persona lo apruebe, hasta tres días.',
  categoria: 'control',
  propuesta: { por: 'canal', texto: 'Un canal REST asíncrono, en POST /gastos; se decide en Aprobaciones.' },
  servidores: { interno: INTERNO },
  modo: 'durable',
  nodos: [
    entrada([
      dato('concepto', 'texto', 'Sillas nuevas', { claveDeNegocio: true }),
      dato('importe', 'decimal', 740, { validacion: { minimo: 0 } }),
    ]),
    condicion('grande', '¿Hay que aprobarlo?', { si: 'entrada.importe > 500' }),
    call('decision', 'Esperar la aprobación', {
      a: 'interno.aprobacion',
      objeto: { titulo: 'Gasto de más de 500 €', rol: 'operador', tiempoMaximo: 4_320 },
      con: { concepto: '=entrada.concepto', importe: '=entrada.importe' },
    }),
    condicion('decidido', '¿Se aprobó?', { si: 'decision.aprobada' }),
    salida('pequeno', 'Pasa solo', { campos: { 'estado:texto': 'aprobado', 'por:texto': 'la regla' } }),
    salida('aprobado', 'Aprobado', {
      campos: { 'estado:texto': 'aprobado', 'por:texto': '=decision.usuario' },
    }),
    salida('rechazado', 'Rechazado', {
      estado: 409,
      campos: { 'estado:texto': 'rechazado', 'por:texto': '=decision.usuario' },
    }),
  ],
  conexiones: [
    'entrada > grande',
    'grande.si > decision > decidido',
    'grande.otro > pequeno',
    'decidido.si > aprobado',
    'decidido.otro > rechazado',
  ],
  casos: [
    {
      nombre: 'Un gasto pequeño',
      entrada: { concepto: 'Tinta', importe: 40 },
      espera: [200, { estado: 'aprobado', por: 'la regla' }],
    },
    {
      nombre: 'Uno grande, aprobado',
      entrada: { concepto: 'Sillas', importe: 740 },
      fijados: { decision: { aprobada: true, usuario: 'marta', comentario: '' } },
      espera: [200, { estado: 'aprobado', por: 'marta' }],
    },
    {
      nombre: 'Uno grande, rechazado',
      entrada: { concepto: 'Sillas', importe: 9_000 },
      fijados: { decision: { aprobada: false, usuario: 'marta', comentario: 'No hay' } },
      espera: [409, { estado: 'rechazado', por: 'marta' }],
    },
  ],
})
