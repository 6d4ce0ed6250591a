import type { SavedView } from '@crewline/contract/saved-views'
import { Trans, useLingui } from '@lingui/react/macro'
import { Menu } from '@mantine/core'
import {
  IconBaselineDensityMedium,
  IconBookmark,
  IconCheck,
  IconDeviceFloppy,
  IconListCheck,
  IconTrash,
} from '@tabler/icons-react'
import { useDeleteViewMutation } from './beside-api.ts'
import { otherViews, useViewNames } from './useViewNames.ts'
import { viewIcons } from './view-icons.ts'
import type { ViewMenuProps } from './ViewMenu.tsx'

export interface ViewChoicesProps extends ViewMenuProps {
  views: readonly SavedView[]
  /** The saved view that is shown. */
  saved: SavedView | undefined
  onSave: () => void
}

const plain = { search: '', groupIds: [], tagIds: [] }

/** The views to choose from, and what may be done with the one that is shown. Items of a Menu. */
export default function ViewChoices({ asked, onShow, onSelect, compact, views, saved, onSave }: ViewChoicesProps) {
  const { t } = useLingui()
  const names = useViewNames()
  const [forget] = useDeleteViewMutation()
  const isOther = otherViews.some((one) => one === asked.status)
  const isNarrowed = asked.search !== '' || asked.groupIds.length + asked.tagIds.length > 0 || isOther
  return (
    <>
      {otherViews.map((status) => {
        const Shown = viewIcons[status]
        return (
          <Menu.Item
            key={status}
            leftSection={<Shown size={16} stroke={1.75} />}
            rightSection={asked.status === status && <IconCheck size={16} stroke={2} aria-label={t`Chosen`} />}
            onClick={() => onShow({ ...asked, status })}
          >
            {names[status]}
          </Menu.Item>
        )
      })}
      {views.length > 0 && <Menu.Label>{t`Saved views`}</Menu.Label>}
      {views.map((view) => (
        <Menu.Item
          key={view.id}
          leftSection={<IconBookmark size={16} stroke={1.75} />}
          rightSection={view === saved && <IconCheck size={16} stroke={2} aria-label={t`Chosen`} />}
          onClick={() =>
            onShow({ status: view.status, search: view.search, groupIds: view.groupIds, tagIds: view.tagIds })
          }
        >
          <bdi>{view.name}</bdi>
        </Menu.Item>
      ))}
      {(isNarrowed || onSelect || compact) && <Menu.Divider />}
      {isNarrowed && !saved && (
        <Menu.Item leftSection={<IconDeviceFloppy size={16} stroke={1.75} />} onClick={onSave}>
          <Trans>Save this view</Trans>
        </Menu.Item>
      )}
      {saved && (
        <Menu.Item
          color="red"
          leftSection={<IconTrash size={16} stroke={1.75} />}
          onClick={() => {
            void forget(saved.id)
            onShow({ ...plain, status: 'open' })
          }}
        >
          <Trans>Delete the view "{saved.name}"</Trans>
        </Menu.Item>
      )}
      {onSelect && (
        <Menu.Item leftSection={<IconListCheck size={16} stroke={1.75} />} onClick={onSelect}>
          <Trans>Choose conversations</Trans>
        </Menu.Item>
      )}
      {compact && (
        <Menu.Item
          leftSection={<IconBaselineDensityMedium size={16} stroke={1.75} />}
          rightSection={compact.isOn && <IconCheck size={16} stroke={2} aria-label={t`Chosen`} />}
          onClick={compact.toggle}
        >
          <Trans>Low rows</Trans>
        </Menu.Item>
      )}
    </>
  )
}
