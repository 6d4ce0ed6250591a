// Phrases about danger, in the format of catalog.ts. They are imperatives as a sign on a wall would say them, so that no
// reader can take them for a question or a story.

export const SAFETY_PHRASES = `
evacuate_now ! | Evacuate now. | Evacúen ahora. | Évacuez maintenant. | Evacuem agora. | Hãy sơ tán ngay. | 立即疏散。 | Evakye kounye a. | أخلوا المكان الآن.
evacuate_the_building ! | Evacuate the building. | Evacúen el edificio. | Évacuez le bâtiment. | Evacuem o prédio. | Hãy sơ tán khỏi tòa nhà. | 立即撤离大楼。 | Evakye bilding nan. | أخلوا المبنى.
use_the_stairs ! | Use the stairs. | Usen las escaleras. | Prenez les escaliers. | Usem as escadas. | Đi cầu thang bộ. | 走楼梯。 | Pran eskalye yo. | استخدموا السلالم.
do_not_use_elevator ! | Don't use the elevator. | No usen el elevador. | N'utilisez pas l'ascenseur. | Não usem o elevador. | Không dùng thang máy. | 不要乘电梯。 | Pa sèvi ak asansè a. | لا تستخدموا المصعد.
go_to_meeting_point ! | Go to the meeting point. | Vayan al punto de reunión. | Allez au point de rassemblement. | Vão para o ponto de encontro. | Hãy đến điểm tập trung. | 请到集合点。 | Ale nan pwen rasanbleman an. | اذهبوا إلى نقطة التجمع.
stay_inside ! | Stay inside. | Quédense adentro. | Restez à l'intérieur. | Fiquem dentro. | Hãy ở trong nhà. | 待在室内。 | Rete andedan. | ابقوا في الداخل.
stay_away_from_windows ! | Stay away from the windows. | Aléjense de las ventanas. | Éloignez-vous des fenêtres. | Fiquem longe das janelas. | Tránh xa cửa sổ. | 远离窗户。 | Rete lwen fenèt yo. | ابتعدوا عن النوافذ.
take_shelter_now ! | Take shelter now. | Busquen refugio ahora. | Mettez-vous à l'abri maintenant. | Procurem abrigo agora. | Hãy trú ẩn ngay. | 立即避难。 | Pran abri kounye a. | احتموا الآن.
tornado_warning ! | Tornado warning. | Alerta de tornado. | Alerte tornade. | Alerta de tornado. | Cảnh báo lốc xoáy. | 龙卷风警报。 | Alèt tònad. | تحذير من إعصار.
do_not_come_in ! | Don't come in. | No vengan. | Ne venez pas. | Não venham. | Đừng đến. | 不要来。 | Pa vini. | لا تأتوا.
do_not_enter_building ! | Don't enter the building. | No entren al edificio. | N'entrez pas dans le bâtiment. | Não entrem no prédio. | Không vào tòa nhà. | 不要进入大楼。 | Pa antre nan bilding nan. | لا تدخلوا المبنى.
do_not_return_until_told ! | Don't return until we tell you. | No regresen hasta que les avisemos. | Ne revenez pas avant notre signal. | Não voltem até avisarmos. | Đừng quay lại cho đến khi chúng tôi báo. | 在我们通知之前不要回来。 | Pa tounen jiskaske nou di nou. | لا تعودوا حتى نخبركم.
all_clear ! | All clear. | Ya no hay peligro. | Fin d'alerte. | Tudo seguro. | Đã an toàn. | 警报解除。 | Pa gen danje ankò. | زال الخطر.
you_can_go_back_in ! | You can go back in. | Pueden volver a entrar. | Vous pouvez rentrer. | Podem voltar a entrar. | Có thể vào lại. | 可以回去了。 | Nou ka rantre. | يمكنكم العودة إلى الداخل.
this_is_a_drill ! | This is a drill. | Esto es un simulacro. | Ceci est un exercice. | Isto é um simulado. | Đây là diễn tập. | 这是演习。 | Sa se yon egzèsis. | هذا تدريب.
this_is_not_a_drill ! | This is not a drill. | Esto no es un simulacro. | Ceci n'est pas un exercice. | Isto não é um simulado. | Đây không phải diễn tập. | 这不是演习。 | Sa se pa yon egzèsis. | هذا ليس تدريبا.
fire ! | Fire. | Incendio. | Incendie. | Incêndio. | Cháy. | 着火了。 | Dife. | حريق.
gas_leak ! | Gas leak. | Fuga de gas. | Fuite de gaz. | Vazamento de gás. | Rò rỉ khí gas. | 煤气泄漏。 | Fwit gaz. | تسرب غاز.
chemical_spill ! | Chemical spill. | Derrame químico. | Déversement chimique. | Vazamento químico. | Tràn hóa chất. | 化学品泄漏。 | Pwodui chimik koule. | انسكاب مواد كيميائية.
stay_away ! | Stay away. | No se acerquen. | N'approchez pas. | Não se aproximem. | Không đến gần. | 不要靠近。 | Pa pwoche. | لا تقتربوا.
do_not_touch ! | Don't touch it. | No lo toquen. | N'y touchez pas. | Não toquem nisso. | Không chạm vào. | 不要碰它。 | Pa manyen li. | لا تلمسوه.
do_not_start_machine ! | Don't start the machine. | No enciendan la máquina. | Ne démarrez pas la machine. | Não liguem a máquina. | Không khởi động máy. | 不要启动机器。 | Pa limen machin nan. | لا تشغلوا الآلة.
do_not_use_machine ! | Don't use machine {code}. | No usen la máquina {code}. | N'utilisez pas la machine {code}. | Não usem a máquina {code}. | Không dùng máy {code}. | 不要使用{code}号机器。 | Pa sèvi ak machin {code}. | لا تستخدموا الآلة {code}.
machine_is_locked_out ! | Machine {code} is locked out. | La máquina {code} está bloqueada. | La machine {code} est consignée. | A máquina {code} está bloqueada. | Máy {code} đã bị khóa an toàn. | {code}号机器已上锁停用。 | Machin {code} bloke pou sekirite. | الآلة {code} مقفلة للسلامة.
stop_work_now ! | Stop work now. | Dejen de trabajar ahora. | Arrêtez le travail maintenant. | Parem o trabalho agora. | Hãy ngừng làm việc ngay. | 立即停止工作。 | Sispann travay kounye a. | أوقفوا العمل الآن.
stop_line_code ! | Stop line {code}. | Paren la línea {code}. | Arrêtez la ligne {code}. | Parem a linha {code}. | Dừng dây chuyền {code}. | 停止{code}号线。 | Sispann liy {code}. | أوقفوا الخط {code}.
do_not_use_door ! | Don't use door {code}. | No usen la puerta {code}. | N'utilisez pas la porte {code}. | Não usem a porta {code}. | Không dùng cửa {code}. | 不要走{code}号门。 | Pa pase pa pòt {code}. | لا تستخدموا الباب {code}.
call_911 ! | Call 911. | Llamen al 911. | Appelez le 911. | Liguem para o 911. | Gọi 911. | 拨打911。 | Rele 911. | اتصلوا بالرقم 911.
call_911_now ! | Call 911 now. | Llamen al 911 ahora. | Appelez le 911 maintenant. | Liguem para o 911 agora. | Gọi 911 ngay. | 马上拨打911。 | Rele 911 kounye a. | اتصلوا بالرقم 911 الآن.
i_called_911 ! | I called 911. | Llamé al 911. | J'ai appelé le 911. | Liguei para o 911. | Tôi đã gọi 911. | 我已拨打911。 | Mwen rele 911. | اتصلت بالرقم 911.
ambulance_on_its_way ! | The ambulance is on its way. | La ambulancia va en camino. | L'ambulance est en route. | A ambulância está a caminho. | Xe cứu thương đang đến. | 救护车正在路上。 | Anbilans lan sou wout. | سيارة الإسعاف في الطريق.
are_you_hurt ! | Are you hurt? | ¿Estás herido? | Êtes-vous blessé ? | Você está ferido? | Bạn có bị thương không? | 你受伤了吗？ | Èske ou blese? | هل أنت مصاب؟
do_you_need_help ! | Do you need help? | ¿Necesitas ayuda? | Avez-vous besoin d'aide ? | Você precisa de ajuda? | Bạn có cần giúp không? | 你需要帮助吗？ | Èske ou bezwen èd? | هل تحتاج مساعدة؟
answer_if_you_are_safe ! | Answer if you are safe. | Responde si estás a salvo. | Répondez si vous êtes en sécurité. | Responda se estiver em segurança. | Hãy trả lời nếu bạn an toàn. | 如果你安全，请回复。 | Reponn si ou an sekirite. | أجب إذا كنت بأمان.
i_am_not_safe ! | I'm not safe. | No estoy a salvo. | Je ne suis pas en sécurité. | Não estou em segurança. | Tôi không an toàn. | 我不安全。 | Mwen pa an sekirite. | لست بأمان.
coworker_is_hurt ! | A coworker is hurt. | Un compañero está herido. | Un collègue est blessé. | Um colega está ferido. | Một đồng nghiệp bị thương. | 一位同事受伤了。 | Yon kòlèg blese. | زميل مصاب.
there_is_smoke ! | There is smoke. | Hay humo. | Il y a de la fumée. | Há fumaça. | Có khói. | 有烟。 | Gen lafimen. | يوجد دخان.
i_smell_gas ! | I smell gas. | Huele a gas. | Ça sent le gaz. | Sinto cheiro de gás. | Tôi ngửi thấy mùi gas. | 我闻到煤气味。 | Mwen pran sant gaz. | أشم رائحة غاز.
there_is_a_leak ! | There is a leak. | Hay una fuga. | Il y a une fuite. | Há um vazamento. | Có rò rỉ. | 有泄漏。 | Gen yon fwit. | يوجد تسرب.
i_am_trapped ! | I'm trapped. | Estoy atrapado. | Je suis coincé. | Estou preso. | Tôi bị mắc kẹt. | 我被困住了。 | Mwen kwense. | أنا محاصر.
wear_your_hard_hat ! | Wear your hard hat. | Usa tu casco. | Portez votre casque. | Use seu capacete. | Hãy đội mũ bảo hộ. | 请戴安全帽。 | Mete kas ou. | ارتد خوذتك.
wear_your_gloves ! | Wear your gloves. | Usa tus guantes. | Portez vos gants. | Use suas luvas. | Hãy đeo găng tay. | 请戴手套。 | Mete gan ou. | ارتد قفازاتك.
wear_your_mask ! | Wear your mask. | Usa tu mascarilla. | Portez votre masque. | Use sua máscara. | Hãy đeo khẩu trang. | 请戴口罩。 | Mete mask ou. | ارتد كمامتك.
drink_water_and_rest ! | Drink water and rest in the shade. | Toma agua y descansa en la sombra. | Buvez de l'eau et reposez-vous à l'ombre. | Beba água e descanse na sombra. | Hãy uống nước và nghỉ trong bóng râm. | 多喝水，在阴凉处休息。 | Bwè dlo epi repoze nan lonbraj. | اشرب الماء واسترح في الظل.
roads_are_icy ! | The roads are icy. | Hay hielo en las calles. | Les routes sont verglacées. | Há gelo nas estradas. | Đường đóng băng. | 路面结冰。 | Gen glas sou wout yo. | الطرق متجمدة.
drive_slowly ! | Drive slowly. | Maneja despacio. | Conduisez lentement. | Dirija devagar. | Hãy lái chậm. | 慢点开车。 | Kondwi dousman. | قد ببطء.
do_not_drink_the_water ! | Don't drink the water. | No tomen el agua. | Ne buvez pas l'eau. | Não bebam a água. | Không uống nước này. | 不要喝这里的水。 | Pa bwè dlo a. | لا تشربوا الماء.
power_is_out ! | The power is out. | No hay luz. | Il n'y a plus de courant. | Estamos sem energia. | Mất điện. | 停电了。 | Pa gen kouran. | انقطعت الكهرباء.
report_accidents_to_supervisor ! | Report every accident to your supervisor. | Reporta todo accidente a tu supervisor. | Signalez tout accident à votre responsable. | Informe qualquer acidente ao seu supervisor. | Hãy báo mọi tai nạn cho quản lý của bạn. | 任何事故都要向主管报告。 | Rapòte tout aksidan bay sipèvizè ou. | أبلغ مشرفك عن كل حادث.
`
