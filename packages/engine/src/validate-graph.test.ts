import { describe, expect, test } from 'vitest'
import { hallazgosDe, joinNamed, llamada, mapea, type NodoDePrueba, salida, splitNamed } from './testing.ts'

const decide = (id: string, ...casos: string[]): NodoDePrueba => ({
  id,
  tipo: 'condicion',
  casos: casos.map((nombre) => ({ nombre, expresion: 'e.n = 1' })),
})
const s = salida('s')

describe('the drawing', () => {
  test.each<[string, NodoDePrueba[], string, string[]]>([
    ['nothing', [llamada('a'), s], 'e>a>s', []],
    [
      'two nodes of one id',
      [llamada('a'), llamada('a'), s],
      'e>a>s',
      ['a id: Hay más de un nodo con el identificador «a».'],
    ],
    [
      'a connection to nowhere',
      [s],
      'e>s e>x',
      ['- conexiones: La conexión «e:>x» une un nodo que no existe: «x».'],
    ],
    [
      'a node that is not reached',
      [llamada('a'), s],
      'e>s',
      ['a conexiones: No se llega a este nodo desde la entrada: conéctelo o quítelo.'],
    ],
    [
      'a second entrada',
      [{ id: 'e', tipo: 'entrada' }, { id: 'f', tipo: 'entrada' }, s],
      'e>s f>s',
      ['f tipo: Solo puede haber un nodo de entrada.'],
    ],
    [
      'a connection into the entrada',
      [llamada('a'), s],
      'e>a>s a>e',
      [
        'e conexiones: La entrada no puede recibir conexiones.',
        'e conexiones: El nodo está en un ciclo o depende de uno: un proceso no puede volver atrás.',
        'a conexiones: El nodo está en un ciclo o depende de uno: un proceso no puede volver atrás.',
        's conexiones: El nodo está en un ciclo o depende de uno: un proceso no puede volver atrás.',
      ],
    ],
    [
      'a connection out of a salida',
      [s, llamada('a')],
      'e>s>a',
      ['s conexiones: De una salida no puede partir ninguna conexión.'],
    ],
    [
      'no salida',
      [llamada('a')],
      'e>a',
      ['- nodos: No hay ningún nodo de salida: quien llame no recibirá datos.'],
    ],
    [
      'two salidas in one run',
      [s, salida('z')],
      'e>s e>z',
      ['z tipo: Una misma ejecución puede llegar a esta salida y a «s»: póngalas en ramas que se excluyan.'],
    ],
    [
      'salidas on branches that exclude each other',
      [decide('c', 'si'), s, salida('z')],
      'e>c c:si>s c:otro>z',
      [],
    ],
    [
      'a handle that the node does not have',
      [decide('c', 'si'), s],
      'e>c c:no>s',
      [
        'c conexiones: Del caso «si» no parte ninguna conexión: cuando se cumple, el proceso no sigue por ningún lado.',
        'c conexiones: La conexión «c:no>s» parte de «no», que este nodo no tiene.',
      ],
    ],
    [
      'the handles of a node that is not well formed',
      [{ ...decide('c', 'si'), caso: 1 }, s, salida('z', { x: 'c.caso' })],
      'e>c c:si>s c:no>z',
      [
        'c caso: Este dato no existe aquí. Los que hay: nota, politica, id, tipo, nombre, posicion, parametros, casos.',
      ],
    ],
    [
      'the error handle of a node that is not well formed',
      [{ ...decide('c', 'si'), caso: 1 }, s],
      'e>c c:si>s c:error>s',
      [
        'c caso: Este dato no existe aquí. Los que hay: nota, politica, id, tipo, nombre, posicion, parametros, casos.',
        'c conexiones: La conexión «c:error>s» parte de la salida de error: ponga «Si falla» en «rama».',
      ],
    ],
    [
      'a case that is not said',
      [decide('c', 'si'), s],
      'e>c>s',
      [
        'c conexiones: Del caso «si» no parte ninguna conexión: cuando se cumple, el proceso no sigue por ningún lado.',
        'c conexiones: La conexión «c:>s» no dice de qué caso parte.',
      ],
    ],
    [
      'a case that leads nowhere',
      [decide('c', 'si'), s],
      'e>c c:otro>s',
      [
        'c conexiones: Del caso «si» no parte ninguna conexión: cuando se cumple, el proceso no sigue por ningún lado.',
      ],
    ],
    ['nothing for when no case holds', [decide('c', 'si'), s], 'e>c c:si>s', []],
    [
      'an error handle without its policy',
      [llamada('a'), s],
      'e>a a:error>s',
      ['a conexiones: La conexión «a:error>s» parte de la salida de error: ponga «Si falla» en «rama».'],
    ],
  ])('with %s', (_what, nodos, conexiones, expected) => {
    expect(hallazgosDe(nodos, conexiones)).toEqual(expected)
  })
})

describe('splits and joins', () => {
  test.each<[string, NodoDePrueba[], string, string[]]>([
    ['a pair', [splitNamed('p'), llamada('a'), joinNamed('j', 'p'), s], 'e>p p:elemento>a>j>s', []],
    [
      'a pair of a split that is not well formed',
      [splitNamed('p', { lotes: 1 }), llamada('a'), joinNamed('j', 'p'), salida('s', { x: 'j.total' })],
      'e>p p:elemento>a>j>s',
      [
        'p lotes: Este dato no existe aquí. Los que hay: nota, politica, concurrencia, lote, enError, cursor, id, tipo, nombre, posicion …',
      ],
    ],
    [
      'a split alone',
      [splitNamed('p'), llamada('a'), s],
      'e>p p:elemento>a>s',
      ['p tipo: Falta el «Splitter (unir)» que cierra este nodo.'],
    ],
    [
      'a join of nothing',
      [joinNamed('j', 'x'), s],
      'e>j>s',
      ['j split: Diga qué «Splitter (dividir)» cierra este nodo: el que indica no existe.'],
    ],
    [
      'a split of two joins',
      [splitNamed('p'), joinNamed('j', 'p'), joinNamed('k', 'p'), s],
      'e>p p:elemento>j>k>s',
      ['p tipo: Varios «Splitter (unir)» cierran este nodo: deje solo uno.'],
    ],
    [
      'a salida inside',
      [splitNamed('p'), s, llamada('a'), joinNamed('j', 'p')],
      'e>p p:elemento>s p:elemento>a>j',
      ['s tipo: Una salida no puede estar entre un «Splitter (dividir)» y su «Splitter (unir)».'],
    ],
    [
      'a way in from outside',
      [splitNamed('p'), llamada('a'), llamada('b'), joinNamed('j', 'p'), s],
      'e>p p:elemento>a>j>s e>b>a',
      [
        'a conexiones: Entre un «Splitter (dividir)» y su «Splitter (unir)» solo se entra por el primero; «b» está fuera.',
      ],
    ],
    [
      'an arrival from outside',
      [splitNamed('p'), llamada('a'), llamada('b'), joinNamed('j', 'p'), s],
      'e>p p:elemento>a>j>s e>b>j',
      ['j conexiones: A este nodo solo pueden llegar ramas de su «Splitter (dividir)»; «b» está fuera.'],
    ],
    [
      'branches that cross',
      [
        splitNamed('p', { lista: undefined }),
        llamada('a'),
        llamada('b'),
        llamada('c'),
        joinNamed('j', 'p'),
        s,
      ],
      'e>p p>a>c p>b>c>j>s',
      [
        'c conexiones: Las ramas de un «Splitter (dividir)» sin lista no pueden cruzarse antes de su «Splitter (unir)».',
      ],
    ],
  ])('%s', (_what, nodos, conexiones, expected) => {
    expect(hallazgosDe(nodos, conexiones)).toEqual(expected)
  })

  test('regions that cross are refused at every node between', () => {
    const found = hallazgosDe(
      [
        splitNamed('p'),
        splitNamed('q'),
        llamada('a'),
        joinNamed('j', 'p'),
        llamada('b'),
        joinNamed('k', 'q'),
        s,
      ],
      'e>p p:elemento>q q:elemento>a>j>b>k>s',
    )
    expect(found).toContain('j split: Este nodo y su «Splitter (dividir)» deben estar en la misma región.')
  })
})

describe('references', () => {
  const read = (campos: Record<string, string>) => salida('s', campos)

  test.each<[string, NodoDePrueba[], string, string[]]>([
    [
      'to a node that does not exist',
      [read({ x: 'nadie.a' })],
      'e>s',
      ['s parametros[0].valorAsignado: No existe el nodo «nadie».'],
    ],
    [
      'to a node that comes later',
      [mapea('a', [{ nombre: 'x', valorAsignado: { nodo: 'b', ruta: 'x' } }]), llamada('b'), s],
      'e>a>b>s',
      ['a parametros[0].valorAsignado: «b» no está antes de este nodo.'],
    ],
    [
      'to a branch that may not run',
      [decide('c', 'si'), llamada('a'), mapea('m'), read({ x: 'a.v' })],
      'e>c c:si>a>m c:otro>m m>s',
      [
        's parametros[0].valorAsignado: «a» está en una rama que puede no ejecutarse: marque la referencia como opcional o use PRIMERO_NO_NULO.',
      ],
    ],
    [
      'to a branch that may not run, when it is optional',
      [decide('c', 'si'), llamada('a'), mapea('m'), read({ x: '?a.v' })],
      'e>c c:si>a>m c:otro>m m>s',
      [],
    ],
    [
      'to the error of a node, on its error branch and on the other',
      [
        llamada('a', {}, { politica: { enError: 'rama' } }),
        salida('bien', { x: 'a.v' }),
        salida('mal', { x: 'a.codigo' }),
      ],
      'e>a>bien a:error>mal',
      [],
    ],
    [
      'from outside into a region',
      [splitNamed('p'), llamada('a'), joinNamed('j', 'p'), read({ x: 'a.v' })],
      'e>p p:elemento>a>j>s',
      [
        's parametros[0].valorAsignado: «a» está entre un «Splitter (dividir)» y su «Splitter (unir)»: desde fuera use los elementos del segundo.',
      ],
    ],
    [
      'to what a split does not offer',
      [
        splitNamed('p'),
        mapea('a', [{ nombre: 'x', valorAsignado: { nodo: 'p', ruta: 'filas' } }]),
        joinNamed('j', 'p'),
        s,
      ],
      'e>p p:elemento>a>j>s',
      ['a parametros[0].valorAsignado: «p» solo ofrece elemento, indice y total.'],
    ],
    [
      'with a path that is not one',
      [read({ x: 'e.a[' })],
      'e>s',
      ['s parametros[0].valorAsignado: La ruta «a[» está mal escrita.'],
    ],
  ])('%s', (_what, nodos, conexiones, expected) => {
    expect(hallazgosDe(nodos, conexiones)).toEqual(expected)
  })

  test('of the fields of a join to a node of the region that an arrived element passed', () => {
    const campos = { parametros: [{ nombre: 'x', expresion: 'a.v' }] }
    expect(
      hallazgosDe(
        [splitNamed('p'), llamada('a'), llamada('b'), joinNamed('j', 'p', campos), s],
        'e>p p:elemento>a>b>j>s',
      ),
    ).toEqual([])
    expect(
      hallazgosDe(
        [splitNamed('p'), decide('c', 'si'), llamada('a'), llamada('b'), joinNamed('j', 'p', campos), s],
        'e>p p:elemento>c c:si>a>j c:otro>b>j j>s',
      ),
    ).toEqual([
      'j parametros[0].expresion: «a» está en una rama que puede no ejecutarse: marque la referencia como opcional o use PRIMERO_NO_NULO.',
    ])
  })
})
