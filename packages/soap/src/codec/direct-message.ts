import type { ErrorDeCampo } from '@div/contract'
import type { Codec } from './codec.ts'
import { type DecodeDirect, DirectDecoder } from './direct-decoder.ts'
import { DirectEncoder } from './direct-encoder.ts'
import { attemptDirect, giveUp } from './give-up.ts'
import { compileMessage, type MessageCodec, type MessageRules, wholeElement } from './message.ts'

/** A message of a service of ours: those that are as most are need neither a tree nor a look at what else they might be. */
export interface DirectMessageCodec extends MessageCodec {
  /** Of its one element, straight from the text; null: only a tree tells what there is. */
  readDirect: DecodeDirect | null
}

/** Compiles the messages of one service. */
export function compileDirectMessages(codec: Codec): (rules: MessageRules) => DirectMessageCodec {
  const { encoded, omits } = codec.rules
  const decoder = new DirectDecoder(codec.decoder, codec.rules)
  const encoder = omits && !encoded ? new DirectEncoder(codec.rules) : null
  return (rules) => {
    const message = compileMessage(codec, rules)
    const element = wholeElement(rules)
    if (element === null) return { ...message, readDirect: null }
    return {
      ...message,
      // Made once somebody asks for it: what is only written is never read, nor the other way about.
      readDirect: (reader, name) => decoder.element(element)(reader, name),
      encode(data, errores, beside) {
        const write = encoder?.element(element)
        const written = write
          ? attemptDirect(() => {
              const wrong: ErrorDeCampo[] = []
              const whole = write(data, codec.beginWriting(wrong))
              return wrong.length === 0 ? whole : giveUp()
            })
          : null
        return written ?? message.encode(data, errores, beside)
      },
    }
  }
}
