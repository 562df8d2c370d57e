import { notify } from '@div/ui'
import { Button } from '@mantine/core'
import { IconShieldCheck } from '@tabler/icons-react'
import { describeError } from '../../shared/api-error.ts'
import { useVerificar } from './auditoria-api.ts'

/** Follows the chain of hashes: who changed an entry afterwards would have broken it. */
export function VerifyButton() {
  const { mutate, isPending } = useVerificar()

  function verify() {
    mutate(undefined, {
      onSuccess: ({ integra, entradas, primeraAlterada }) =>
        integra
          ? notify.success(
              'Auditoría íntegra',
              `${entradas.toLocaleString('es')} entradas siguen como se escribieron.`,
            )
          : notify.error('Auditoría alterada', `La entrada ${primeraAlterada} no es la que se escribió.`),
      onError: (error) => notify.error('No se pudo verificar', describeError(error)),
    })
  }

  return (
    <Button
      variant="default"
      loading={isPending}
      leftSection={<IconShieldCheck size={16} aria-hidden />}
      onClick={verify}
    >
      Verificar
    </Button>
  )
}
