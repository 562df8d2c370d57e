/** The architecture in sentences: a comment is what a failing check prints. */

const TESTS = String.raw`(\.test\.ts|/testing[^/]*\.ts|-testing\.ts)$`

const rule = (name, comment, from, to) => ({ name, comment, severity: 'error', from, to })
/** Product code of the place; its tests may know more. */
const product = (path) => ({ path, pathNot: TESTS })

/** Rooms of the API that serve the others: who asks, what all resources do alike, what is written down of it, what a proceso is tried with, and how it leaves. */
const SHARED_API_ROOMS = 'access|auditoria|casos-prueba|paquetes|resource|usos'

module.exports = {
  forbidden: [
    rule(
      'no-cycles',
      'Two files that import each other are one file.',
      {},
      { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } },
    ),
    rule(
      'contract-is-the-floor',
      'contract imports nothing of ours.',
      { path: '^packages/contract/' },
      { path: '^(packages/(?!contract/)|apps/)' },
    ),
    rule(
      'formula-knows-only-contract',
      'Functions and names come into the language as arguments.',
      product('^packages/formula/'),
      { path: '^(packages/(?!formula/|contract/)|apps/)' },
    ),
    rule(
      'formatos-know-only-contract',
      'Notations are read and written; where a text comes from, and who is told what is wrong with it, come in as arguments.',
      product('^packages/formatos/'),
      { path: '^(packages/(?!formatos/|contract/)|apps/)' },
    ),
    rule(
      'funciones-know-contract-formatos-and-formula',
      'A function computes; it reaches nothing.',
      product('^packages/funciones/'),
      { path: '^(packages/(?!funciones/|formatos/|formula/|contract/)|apps/)' },
    ),
    rule(
      'engine-knows-contract-and-formula',
      'Node types and servers plug into the engine, never the reverse.',
      product('^packages/engine/'),
      { path: '^(packages/(?!engine/|contract/|formula/)|apps/)' },
    ),
    rule(
      'nodos-know-the-engine',
      'A node type is declared for the engine and reaches no server. Of SOAP it knows documents by a schema.',
      product('^packages/nodos/'),
      {
        path: String.raw`^(packages/(?!nodos/|engine/|formatos/|funciones/|formula/|contract/|soap/src/esquema\.ts)|apps/)`,
      },
    ),
    rule(
      'soap-knows-only-contract',
      'Documents and envelopes are read and written; who sends them comes in as arguments.',
      product('^packages/soap/'),
      { path: '^(packages/(?!soap/|contract/)|apps/)' },
    ),
    rule(
      'openapi-knows-only-contract',
      'Documents are read; who fetches them comes in as an argument.',
      product('^packages/openapi/'),
      { path: '^(packages/(?!openapi/|contract/)|apps/)' },
    ),
    rule(
      'conversion-knows-only-contract',
      'Documents of other tools are read; who stores what comes of it is somebody else.',
      product('^packages/conversion/'),
      { path: '^(packages/(?!conversion/|contract/)|apps/)' },
    ),
    rule(
      'servidores-know-contract-formatos-soap-and-openapi',
      'A server type is a driver behind a contract; it does not know who calls.',
      product('^packages/servidores/'),
      { path: '^(packages/(?!servidores/|contract/|formatos/|soap/|openapi/)|apps/)' },
    ),
    rule(
      'pure-packages-do-no-io',
      'contract, conversion, formatos, formula, funciones, engine and openapi run in browser, worker and test: no Node module.',
      product('^packages/(contract|conversion|formatos|formula|funciones|engine|openapi)/'),
      { dependencyTypes: ['core'] },
    ),
    rule(
      'steps-draw-nothing',
      'A step runs on the server.',
      { path: String.raw`\.step\.ts$` },
      { path: String.raw`(\.form\.tsx$|node_modules/(react|@mantine)/)` },
    ),
    rule(
      'forms-execute-nothing',
      'A form runs in the browser.',
      { path: String.raw`\.form\.tsx$` },
      { path: String.raw`\.step\.ts$` },
    ),
    rule(
      'web-never-loads-drivers',
      'The browser gets the servidor catalogue from the API.',
      { path: '^apps/web/' },
      { path: '^packages/servidores/' },
    ),
    rule(
      'ui-knows-no-entity',
      'The look draws what it is given; only screens know what a servidor is. How numbers and days are written in Spanish, and which file comes first, is no entity.',
      { path: '^packages/ui/' },
      { path: '^(packages/(?!ui/|contract/src/(?:spanish-text|order-files))|apps/)' },
    ),
    rule(
      'web-knows-contract-and-ui',
      'The browser shares with the server what the contract says, and how node types are drawn.',
      { path: '^apps/web/' },
      { path: '^(packages/(?!ui/|contract/|nodos/|formula/|funciones/)|apps/(?!web/))' },
    ),
    rule(
      'shared-knows-no-feature',
      'What all screens share knows none of them.',
      { path: '^apps/web/src/shared/' },
      { path: '^apps/web/src/(features|app)/' },
    ),
    rule(
      'one-room-per-node-type',
      'Node types meet in the doors of the package.',
      { path: '^packages/nodos/src/([^/]+)/' },
      { path: '^packages/nodos/src/[^/]+/', pathNot: '^packages/nodos/src/$1/' },
    ),
    rule(
      'one-room-per-servidor',
      'Server types share what lies in sql/, of files in archivos/, of events in eventos/, of contracts in contrato/, of HTTP in http/ and of models in ia/, and meet in the index.',
      { path: '^packages/servidores/src/([^/]+)/', pathNot: TESTS },
      {
        path: '^packages/servidores/src/[^/]+/',
        pathNot: '^packages/servidores/src/($1|sql|archivos|eventos|contrato|http|ia)/',
      },
    ),
    rule(
      'one-room-per-feature',
      'Features meet in apps/web/src/app, not in each other.',
      { path: '^apps/web/src/features/([^/]+)/' },
      { path: '^apps/web/src/features/', pathNot: '^apps/web/src/features/$1/' },
    ),
    rule(
      'one-room-per-resource',
      'Resources meet in api.ts, not in each other.',
      { path: '^apps/server/src/api/([^/]+)/', pathNot: TESTS },
      { path: '^apps/server/src/api/[^/]+/', pathNot: `^apps/server/src/api/($1|${SHARED_API_ROOMS})/` },
    ),
    rule(
      'motor-knows-no-resource',
      'The motor knows of the API who may ask, and nothing else.',
      product('^apps/server/src/motor/'),
      { path: '^apps/server/src/api/(?!access/)' },
    ),
    rule(
      'nothing-imports-a-test',
      'What a test needs of another lies in a testing file.',
      {},
      { path: String.raw`\.test\.ts$` },
    ),
    rule(
      'product-imports-no-testing',
      'What is made for tests stays with them.',
      { pathNot: `${TESTS}|^(tests|e2e|bench)/` },
      { path: TESTS },
    ),
    rule(
      'product-imports-no-trial',
      'What tries the product stands outside it.',
      { path: '^(packages|apps)/' },
      { path: '^(tests|e2e|bench|tools)/' },
    ),
    rule('no-missing', 'It does not exist.', {}, { couldNotResolve: true }),
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '(^|/)(dist|coverage)/' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'types', 'default'],
      extensions: ['.ts', '.tsx', '.mjs', '.js', '.json'],
    },
  },
}
