import { dato, definePlantilla } from '../define-plantilla.ts'
import { entrada, salida, transform } from '../write-flujo.ts'

export default definePlantilla('edi-a-json', {
  nombre: 'EDI a JSON',
  resumen: 'Lee un pedido EDIFACT (ORDERS) y lo da como JSON con sus líneas.',
  categoria: 'archivos',
  propuesta: { por: 'canal', texto: 'Un canal REST, en POST /edi/pedidos.' },
  servidores: {},
  nodos: [
    entrada([dato('edi', 'texto', "BGM+220+P-77'LIN+1++CAF-250:SRV'QTY+21:12'")]),
    transform('segmentos', 'Leer los segmentos', {
      lista: 'entrada.edi',
      pasos: [{ tipo: 'convertir', formato: 'edi', sentido: 'leer' }],
    }),
    transform('cabecera', 'Su número', {
      campos: {
        numero: '=BUSCAR_EN(segmentos.elementos; elemento.segmento = "BGM").elementos[1]',
      },
    }),
    transform('articulos', 'Sus artículos', {
      lista: 'segmentos.elementos',
      pasos: [{ tipo: 'filtrar', expresion: 'elemento.segmento = "LIN"' }],
      campos: { linea: '=ENTERO(NUMERO(elemento.elementos[0]))', codigo: '=elemento.elementos[2][0]' },
    }),
    transform('cantidades', 'Sus cantidades', {
      lista: 'segmentos.elementos',
      pasos: [{ tipo: 'filtrar', expresion: 'elemento.segmento = "QTY"' }],
      campos: { cantidad: '=NUMERO(elemento.elementos[0][1])' },
    }),
    salida('pedido', 'Pedido', {
      campos: {
        'numero:texto': '=cabecera.numero',
        'lineas:lista':
          '=MAPEAR(COMBINAR(articulos.elementos; cantidades.elementos); FUSIONAR(elemento[0]; elemento[1]))',
      },
    }),
  ],
  conexiones: ['entrada > segmentos > cabecera > articulos > cantidades > pedido'],
  casos: [
    {
      nombre: 'Un pedido de dos líneas',
      entrada: {
        edi: "UNH+1+ORDERS:D:96A:UN'BGM+220+P-77'LIN+1++CAF-250:SRV'QTY+21:12'LIN+2++TE-VERDE:SRV'QTY+21:3'UNT+6+1'",
      },
      espera: [
        200,
        {
          numero: 'P-77',
          lineas: [
            { linea: 1, codigo: 'CAF-250', cantidad: 12 },
            { linea: 2, codigo: 'TE-VERDE', cantidad: 3 },
          ],
        },
      ],
    },
  ],
})
