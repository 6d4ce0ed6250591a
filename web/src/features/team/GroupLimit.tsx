import { formatNumber } from '@crewline/contract/formats'
import { useLingui } from '@lingui/react/macro'
import { Checkbox, Radio, Stack } from '@mantine/core'
import { useGroupValues } from '../groups/index.ts'
import classes from './Team.module.css'

export interface GroupLimitProps {
  /** Undefined for all contacts. */
  chosen: string[] | undefined
  onChoose: (ids: string[] | undefined) => void
  error?: string
  /** Whose view is limited; by default that of new teammates. */
  label?: string
}

/** Selects which contacts new teammates, a key or a webhook see: all, or only those of some groups. */
export function GroupLimit({ chosen, onChoose, error, label }: GroupLimitProps) {
  const { t, i18n } = useLingui()
  const { data = [] } = useGroupValues()
  // System groups have no members of their own, so no teammate can be limited to them.
  const groups = data.filter(({ type }) => type !== 'system')
  if (groups.length === 0) return null
  return (
    <div>
      <Radio.Group
        label={label ?? t`Who they can see`}
        value={chosen === undefined ? 'all' : 'groups'}
        onChange={(value) => onChoose(value === 'all' ? undefined : [])}
      >
        <Stack gap="xs" mt={4}>
          <Radio value="all" label={t`Everyone`} />
          <Radio value="groups" label={t`Only some groups`} />
        </Stack>
      </Radio.Group>
      {chosen && (
        <Checkbox.Group
          mt="xs"
          aria-label={t`Groups`}
          value={chosen}
          onChange={onChoose}
          error={error}
          data-path="groups"
        >
          <div className={classes.groups}>
            {groups.map(({ id, name, contactCount }) => (
              <Checkbox
                key={id}
                value={id}
                className={classes.group ?? ''}
                label={
                  <span className={classes.groupLabel}>
                    <bdi>{name}</bdi>
                    <span className={classes.count}>{formatNumber(contactCount, i18n.locale)}</span>
                  </span>
                }
              />
            ))}
          </div>
        </Checkbox.Group>
      )}
    </div>
  )
}
