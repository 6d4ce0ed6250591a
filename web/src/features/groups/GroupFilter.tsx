import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Button, Checkbox, Popover, ScrollArea } from '@mantine/core'
import { IconUsersGroup } from '@tabler/icons-react'
import { useCan } from '../../shared/lib/session/select.ts'
import { useGroupValues } from './api.ts'
import classes from './GroupFilter.module.css'

export interface GroupFilterProps {
  /** Ids of the chosen groups; none means everybody. */
  chosen: string[]
  onChoose: (ids: string[]) => void
}

/** Narrows a list to some groups; absent while the organization has none. */
export function GroupFilter({ chosen, onChoose }: GroupFilterProps) {
  const { t, i18n } = useLingui()
  const canRead = useCan('groups.read')
  const { data: groups = [] } = useGroupValues({ skip: !canRead })
  if (groups.length === 0) return null
  return (
    <Popover position="bottom-start" width={280} trapFocus returnFocus>
      <Popover.Target>
        <Button
          variant={chosen.length > 0 ? 'light' : 'default'}
          size="xs"
          leftSection={<IconUsersGroup size={16} stroke={1.75} />}
        >
          {chosen.length === 0 ? (
            <Trans>Groups</Trans>
          ) : (
            <Plural value={chosen.length} one="# group" other="# groups" />
          )}
        </Button>
      </Popover.Target>
      <Popover.Dropdown p="xs" aria-label={t`Groups`}>
        <ScrollArea.Autosize mah={340}>
          <Checkbox.Group value={chosen} onChange={onChoose} aria-label={t`Groups`}>
            {groups.map(({ id, name, contactCount }) => (
              <Checkbox
                key={id}
                value={id}
                className={classes.choice ?? ''}
                label={
                  <span className={classes.label}>
                    <bdi>{name}</bdi>
                    <span className={classes.count}>{i18n.number(contactCount)}</span>
                  </span>
                }
              />
            ))}
          </Checkbox.Group>
        </ScrollArea.Autosize>
        {chosen.length > 0 && (
          <Button variant="subtle" color="gray" size="xs" fullWidth mt="xs" onClick={() => onChoose([])}>
            <Trans>Everybody</Trans>
          </Button>
        )}
      </Popover.Dropdown>
    </Popover>
  )
}
