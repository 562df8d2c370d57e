import { LRLanguage } from '@codemirror/language'
import { formulaParser } from '@div/formula'
import { styleTags, tags } from '@lezer/highlight'

/** The grammar that the server reads formulas with, in colours. */
export const formulaLanguage = LRLanguage.define({
  name: 'formula',
  parser: formulaParser.configure({
    props: [
      styleTags({
        Number: tags.number,
        Text: tags.string,
        'True False': tags.bool,
        Null: tags.null,
        'Negation And Or': tags.operatorKeyword,
        'Call/Name': tags.function(tags.variableName),
        'Reference/Name': tags.variableName,
        'Property Key': tags.propertyName,
      }),
    ],
  }),
  languageData: { closeBrackets: { brackets: ['(', '[', '{', '"'] } },
})
