/** Dialogues in Haitian Creole and French. */
export const CREOLE = `
< Alo, m ap anreta [15|20|30] minit, [bis la pa vini|machin mwen an pàn]
> Mèsi paske ou fè nou konnen. Kondui dousman
< Ok mèsi

> Alo {first}, èske ou ka travay samdi? 6è a 2è, yo peye l tan edmi
< [Wi m kapab|Wi, mete non m]
> Mèsi anpil! Se liy 5
< 👍

< Gen [4|6|8] èdtan ki manke sou chèk mwen an
> M ap gade sa. Èske ou te ponchonnen lè ou t ap soti?
< Wi, a 2è 5
> Ou gen rezon, se revèy la ki te gen pwoblèm. L ap sou pwochen chèk la. Padon
< Pa gen pwoblèm, mèsi

< Mwen malad jodi a, mwen gen lafyèv
> Swen tèt ou byen, {first}. Si l depase 3 jou, pote yon papye doktè tanpri
< Dakò, mèsi anpil

> Rapèl: enskripsyon pou asirans sante fini vandredi. Gen moun ki pale kreyòl nan kafeterya a de 11è a 3è.
< Èske m ka mete pitit mwen?
> Wi, pote batistè li. Yo ka ede w nan 10 minit
< Mèsi 🙏

< Machin liy 2 a bloke ankò
> Èske li etenn epi kadnase?
< Wi, gen etikèt wouj la
> Antretyen ap vini nan 10 minit. Mèsi!

> Bòn fèt {first}! 🎂 Gen gato nan kafeterya a nan pwochen poz la
< Mèsi anpil tout moun ❤️
`

export const FRENCH = `
< Bonjour, je serai en retard de [15|20|30] minutes, [le bus n'est pas passé|ma voiture ne démarre pas]
> Merci de prévenir, {first}. Bonne route
< Merci

> Bonjour {first}, pouvez-vous travailler samedi de 6 h à 14 h ? C'est payé une fois et demie
< Oui, pas de problème
> Merci beaucoup ! Ligne 5

< Il manque [4|6|8] heures sur ma paie
> Je vérifie. Avez-vous pointé en sortant ?
< Oui, à 14 h 05
> Vous avez raison, la pointeuse était en panne. Ce sera sur la prochaine paie, toutes nos excuses
< D'accord, merci

> Rappel : l'inscription à l'assurance santé se termine vendredi. Une personne parle français à la cafétéria de 11 h à 15 h.
< Très bien, j'y vais à midi
`
