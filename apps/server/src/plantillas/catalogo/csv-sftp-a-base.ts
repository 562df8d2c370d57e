import { dato, definePlantilla, TIENDA } from '../define-plantilla.ts'
import { call, entrada, join, salida, split } from '../write-flujo.ts'

export default definePlantilla('csv-sftp-a-base', {
  nombre: 'CSV de SFTP a base de datos',
  resumen: 'Recorre un CSV del tamaño que sea y actualiza una fila por línea; dice qué líneas no entraron.',
  categoria: 'archivos',
  propuesta: { por: 'tarea', texto: 'Una tarea con el evento «Archivo nuevo» del SFTP, o a una hora.' },
  servidores: {
    archivos: { nombre: 'Archivos (SFTP)', tipos: ['sftp', 'ftp', 's3'], uso: 'Donde está el CSV' },
    tienda: TIENDA,
  },
  nodos: [
    entrada([dato('nombre', 'texto', 'existencias.csv')]),
    call('archivo', 'Leer el CSV', {
      a: 'archivos.archivo',
      objeto: {
        operacion: 'leer',
        ruta: 'entrada/{nombre}',
        formato: 'csv',
      },
      con: { nombre: '=entrada.nombre' },
    }),
    split('lineas', 'Por cada línea', {
      lista: 'archivo',
      cursor: true,
      concurrencia: 4,
      enError: 'continuar',
    }),
    call('producto', 'Poner existencias', {
      a: 'tienda.consulta',
      objeto: { sql: 'update productos set existencias = :existencias where codigo = :codigo' },
      con: { existencias: '=ENTERO(NUMERO(elemento.existencias))', codigo: '=elemento.codigo' },
    }),
    join('hechas', 'Líneas hechas', 'lineas', {
      codigo: '=elemento.codigo',
      actualizado: '=producto.afectadas > 0',
    }),
    salida('resumen', 'Resumen', {
      campos: {
        'lineas:entero': '=hechas.total',
        'actualizados:entero': '=CONTAR_SI(hechas.elementos; elemento.actualizado)',
        'desconocidos:lista': '=CAMPO(FILTRAR(hechas.elementos; NO(elemento.actualizado)); "codigo")',
        'fallos:entero': '=CONTAR(hechas.errores)',
      },
    }),
  ],
  conexiones: ['entrada > archivo > lineas', 'lineas.elemento > producto > hechas > resumen'],
  casos: [
    {
      nombre: 'Dos líneas',
      entrada: { nombre: 'existencias.csv' },
      fijados: {
        archivo: [
          { codigo: 'CAF-250', existencias: '90' },
          { codigo: 'TE-VERDE', existencias: '12' },
        ],
        producto: { afectadas: 1 },
      },
      espera: [200, { lineas: 2, actualizados: 2, desconocidos: [], fallos: 0 }],
    },
    {
      nombre: 'Un producto que no hay',
      entrada: { nombre: 'existencias.csv' },
      fijados: {
        archivo: [{ codigo: 'NADA', existencias: '1' }],
        producto: { afectadas: 0 },
      },
      espera: [200, { lineas: 1, actualizados: 0, desconocidos: ['NADA'], fallos: 0 }],
    },
  ],
})
