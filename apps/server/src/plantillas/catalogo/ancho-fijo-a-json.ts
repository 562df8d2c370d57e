import { dato, definePlantilla } from '../define-plantilla.ts'
import { entrada, salida, transform } from '../write-flujo.ts'

export default definePlantilla('ancho-fijo-a-json', {
  nombre: 'Ancho fijo a JSON',
  resumen: 'Lee registros de columnas fijas, con importes sin punto y fechas, y los da como JSON.',
  categoria: 'archivos',
  propuesta: { por: 'canal', texto: 'Un canal REST, en POST /extractos.' },
  servidores: {},
  nodos: [
    entrada([dato('texto', 'texto', '0000000104Noa Castelao   202603090000012050')]),
    transform('registros', 'Leer los registros', {
      lista: 'entrada.texto',
      pasos: [
        {
          tipo: 'convertir',
          formato: 'anchoFijo',
          sentido: 'leer',
          anchoFijo: {
            columnas: [
              { nombre: 'cuenta', tipo: 'entero', largo: 10, relleno: '0' },
              { nombre: 'titular', largo: 15 },
              { nombre: 'fecha', tipo: 'fecha', largo: 8, patron: 'aaaammdd' },
              { nombre: 'importe', tipo: 'decimal', largo: 10, relleno: '0', decimales: 2 },
            ],
          },
        },
      ],
    }),
    salida('respuesta', 'Registros', {
      campos: {
        'total:decimal': '=SUMA(CAMPO(registros.elementos; "importe"))',
        'registros:lista': '=registros.elementos',
      },
    }),
  ],
  conexiones: ['entrada > registros > respuesta'],
  casos: [
    {
      nombre: 'Dos registros',
      entrada: {
        texto: '0000000104Noa Castelao   202603090000012050\n0000000105Iker Zubeldia  202603100000000150',
      },
      espera: [
        200,
        {
          total: 122,
          registros: [
            { cuenta: 104, titular: 'Noa Castelao', fecha: '2026-03-09', importe: 120.5 },
            { cuenta: 105, titular: 'Iker Zubeldia', fecha: '2026-03-10', importe: 1.5 },
          ],
        },
      ],
    },
  ],
})
