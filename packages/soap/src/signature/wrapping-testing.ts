/** A forgery of a signed envelope, and why it is refused. */
export type Wrapping = readonly [what: string, wrap: (text: string) => string, motivo: RegExp]

const UTILITY = 'http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-wssecurity-utility-1.0.xsd'
const BODY = /<soap:Body[\s\S]*<\/soap:Body>/
const SIGNATURE = /<ds:Signature [\s\S]*<\/ds:Signature>/
const bodyOf = (text: string) => BODY.exec(text)?.[0] ?? ''
const idOf = (text: string) => /<soap:Body[^>]*wsu:Id="([^"]+)"/.exec(text)?.[1] ?? ''

/**
 * What is done to signed messages so that something else is taken for what was signed. `evil`: what the forger wants to be read; `changed`: a
 * piece of what was signed, and what takes its place.
 */
export function listWrappings({
  evil,
  changed,
}: {
  evil: string
  changed: readonly [from: string, to: string]
}): readonly Wrapping[] {
  const EVIL = `<soap:Body>${evil}</soap:Body>`
  return [
    ['a changed body', (text) => text.replace(...changed), /no corresponde/],
    ['a changed Timestamp', (text) => text.replace(/<wsu:Expires>\d/, '<wsu:Expires>9'), /no corresponde/],
    [
      'the signed body moved into a header',
      (text) =>
        text
          .replace('</soap:Header>', `<x>${bodyOf(text)}</x></soap:Header>`)
          .replace(/<soap:Body(?![\s\S]*<soap:Body)[\s\S]*<\/soap:Body>/, EVIL),
      /Body no está firmado/,
    ],
    [
      'the signed body moved to the end',
      (text) => text.replace(BODY, `${EVIL}<x>${bodyOf(text)}</x>`),
      /Body no está firmado/,
    ],
    [
      'another body with the same Id before it',
      (text) =>
        text.replace(
          '<soap:Body',
          `${EVIL.replace('<soap:Body', `<soap:Body xmlns:wsu="${UTILITY}" wsu:Id="${idOf(text)}"`)}<soap:Body`,
        ),
      /más de un Body/,
    ],
    [
      'the same Id on another element, under another name',
      (text) => text.replace('</soap:Header>', `<x ID="${idOf(text)}"/></soap:Header>`),
      /no corresponde/,
    ],
    [
      'the signature in a header that is for somebody else',
      (text) => text.replace('<wsse:Security ', '<wsse:Security soap:actor="urn:otro" '),
      /no está firmado/,
    ],
    [
      'the signature in a second header, and a new one for us',
      (text) =>
        text
          .replace('<wsse:Security ', '<wsse:Security soap:actor="urn:otro" ')
          .replace(
            '<soap:Header>',
            `<soap:Header>${/<wsse:Security [^>]*>/.exec(text)?.[0]}</wsse:Security>`,
          ),
      /no está firmado/,
    ],
    ['two signatures', (text) => text.replace(SIGNATURE, (own) => own + own), /más de una firma/],
    [
      'a signature that does not name the body',
      (text) => text.replace(/<ds:Reference URI="#(?!TS)[\s\S]*?<\/ds:Reference>/, ''),
      /no corresponde/,
    ],
    [
      'a transform that is not listed',
      (text) =>
        text.replace(
          /<ds:Transform Algorithm="[^"]*"/,
          '<ds:Transform Algorithm="http://www.w3.org/TR/1999/REC-xslt-19991116"',
        ),
      /REC-xslt/,
    ],
    [
      'a second transform',
      (text) =>
        text.replace(
          '<ds:Transforms>',
          '<ds:Transforms><ds:Transform Algorithm="http://www.w3.org/2000/09/xmldsig#enveloped-signature"/>',
        ),
      /una sola transformación/,
    ],
    [
      'a weak digest',
      (text) =>
        text
          .replaceAll('xmlenc#sha256', 'xmldsig#sha1')
          .replaceAll('2001/04/xmldsig#sha1', '2000/09/xmldsig#sha1'),
      /sha1/,
    ],
    [
      'a shared secret in the place of a key',
      (text) => text.replace('2001/04/xmldsig-more#rsa-sha256', '2000/09/xmldsig#hmac-sha1'),
      /hmac-sha1/,
    ],
    [
      'an object within the signature',
      (text) => text.replace('</ds:Signature>', '<ds:Object/></ds:Signature>'),
      /más de lo que se admite/,
    ],
    ['a document of its own', (text) => text.replace(/URI="#[^"]*"/, 'URI=""'), /por su Id/],
  ]
}
