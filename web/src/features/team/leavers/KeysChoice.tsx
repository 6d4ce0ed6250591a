import { plural } from '@lingui/core/macro'
import { Plural, useLingui } from '@lingui/react/macro'
import { Radio, Stack } from '@mantine/core'

export interface KeysChoiceProps {
  count: number
  /** Whether the user decides about their own keys. */
  isOwn?: boolean
  chosen: 'keep' | 'revoke'
  onChoose: (chosen: 'keep' | 'revoke') => void
}

/** Asks what happens to the API keys of a member who leaves. */
export function KeysChoice({ count, isOwn = false, chosen, onChoose }: KeysChoiceProps) {
  const { t } = useLingui()
  return (
    <Radio.Group
      label={
        isOwn
          ? plural(count, { one: 'You created # API key', other: 'You created # API keys' })
          : plural(count, { one: 'They created # API key', other: 'They created # API keys' })
      }
      value={chosen}
      onChange={(value) => onChoose(value === 'revoke' ? 'revoke' : 'keep')}
    >
      <Stack gap="xs" mt={4}>
        <Radio value="keep" label={t`Keep working`} />
        <Radio value="revoke" label={<Plural value={count} one="Revoke it now" other="Revoke all of them now" />} />
      </Stack>
    </Radio.Group>
  )
}
