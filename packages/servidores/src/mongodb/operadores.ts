/** How what stands at a place of a document is read: which operators may stand there, and what the values of parameters become. */
export type Contexto =
  | 'consulta'
  | 'patron'
  | 'valor'
  | 'texto'
  | 'nombre'
  | 'expresion'
  | 'cambios'
  | 'lista'
  | 'instante'
  | 'ordenada'
  | 'etapa'
  | 'tuberia'
  | 'tuberias'
  | 'union'
  | 'cercania'
  | 'recorrido'

type Operadores = Readonly<Record<string, Contexto>>

/** What stands under each of these names. */
function each(contexto: Contexto, names: string): Operadores {
  return Object.fromEntries(names.split(' ').map((name) => [`$${name}`, contexto]))
}

/** Those of the manual that compute with data: none that runs a program (`$function`, `$accumulator`, `$where`; security rules 3 and 4). */
const EXPRESION = each(
  'expresion',
  'abs acos acosh add addToSet allElementsTrue and anyElementTrue arrayElemAt arrayToObject asin asinh atan atan2 atanh avg ' +
    'binarySize bitAnd bitNot bitOr bitXor bottom bottomN bsonSize ceil cmp concat concatArrays cond convert cos cosh count ' +
    'covariancePop covarianceSamp dateAdd dateDiff dateFromParts dateFromString dateSubtract dateToParts dateToString dateTrunc ' +
    'dayOfMonth dayOfWeek dayOfYear degreesToRadians denseRank derivative divide documentNumber eq exp expMovingAvg filter first ' +
    'firstN floor getField gt gte hour ifNull in indexOfArray indexOfBytes indexOfCP integral isArray isNumber isoDayOfWeek ' +
    'isoWeek isoWeekYear last lastN let linearFill ln locf log log10 lt lte ltrim map max maxN median mergeObjects meta ' +
    'millisecond min minN minute mod month multiply ne not objectToArray or percentile pow push radiansToDegrees rand range rank ' +
    'reduce regexFind regexFindAll regexMatch replaceAll replaceOne reverseArray round rtrim second setDifference setEquals ' +
    'setField setIntersection setIsSubset setUnion shift sin sinh size slice sortArray split sqrt stdDevPop stdDevSamp ' +
    'strLenBytes strLenCP strcasecmp substr substrBytes substrCP subtract sum switch tan tanh toBool toDate toDecimal toDouble ' +
    'toInt toLong toLower toObjectId toString toUpper top topN trim trunc type unsetField week year zip',
)

const CONSULTA: Operadores = {
  ...each(
    'valor',
    'eq ne gt gte lt lte in nin exists type mod size options bitsAllClear bitsAllSet bitsAnyClear bitsAnySet',
  ),
  ...each('consulta', 'and or nor not all elemMatch'),
  ...each(
    'consulta',
    'geoIntersects geoWithin near nearSphere geometry maxDistance minDistance box center centerSphere polygon',
  ),
  $text: 'texto',
  $regex: 'patron',
  $expr: 'expresion',
}

/** The stages of a reading: none that writes (`$out`, `$merge`) or looks at the server itself. */
const ETAPA: Operadores = {
  ...each(
    'expresion',
    'addFields bucket bucketAuto count densify fill group limit project redact replaceRoot replaceWith sample set ' +
      'setWindowFields skip sort sortByCount unset unwind',
  ),
  $match: 'consulta',
  $facet: 'tuberias',
  $lookup: 'union',
  $unionWith: 'union',
  $geoNear: 'cercania',
  $graphLookup: 'recorrido',
}

/** The operators of each context, and the context of what stands under them. */
export const OPERADORES: Readonly<Record<Contexto, Operadores>> = {
  consulta: CONSULTA,
  patron: {},
  valor: {},
  texto: each('valor', 'search language caseSensitive diacriticSensitive'),
  expresion: { ...EXPRESION, $literal: 'valor' },
  cambios: {
    ...each('valor', 'set setOnInsert unset inc mul min max rename pop pullAll'),
    ...each('lista', 'push addToSet'),
    $pull: 'consulta',
    $currentDate: 'instante',
  },
  lista: { ...each('valor', 'each position slice'), $sort: 'ordenada' },
  instante: { $type: 'valor' },
  ordenada: {},
  etapa: ETAPA,
  nombre: {},
  tuberia: {},
  tuberias: {},
  union: {},
  cercania: {},
  recorrido: {},
}

/** Fields that are read otherwise than what surrounds them; all others are read as `otros`. Null: it has no other fields. */
export const CAMPOS: Readonly<
  Record<Contexto, { propios: Readonly<Record<string, Contexto>>; otros: Contexto | null }>
> = {
  consulta: { propios: {}, otros: 'consulta' },
  patron: { propios: {}, otros: null },
  valor: { propios: {}, otros: 'valor' },
  texto: { propios: {}, otros: null },
  expresion: { propios: {}, otros: 'expresion' },
  // Without an operator it would replace the whole document.
  cambios: { propios: {}, otros: null },
  lista: { propios: {}, otros: 'lista' },
  instante: { propios: {}, otros: 'instante' },
  ordenada: { propios: {}, otros: 'ordenada' },
  etapa: { propios: {}, otros: null },
  tuberia: { propios: {}, otros: null },
  tuberias: { propios: {}, otros: 'tuberia' },
  nombre: { propios: {}, otros: null },
  union: { propios: { from: 'nombre', coll: 'nombre', pipeline: 'tuberia' }, otros: 'expresion' },
  cercania: { propios: { query: 'consulta' }, otros: 'expresion' },
  recorrido: { propios: { from: 'nombre', restrictSearchWithMatch: 'consulta' }, otros: 'expresion' },
}
