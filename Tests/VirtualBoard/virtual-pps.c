// The device that a device tree would describe: a pulse per second on a line of a GPIO chip, for the driver pps-gpio.
#include <linux/gpio/machine.h>
#include <linux/module.h>
#include <linux/platform_device.h>
#include <linux/property.h>

static char *chip = "virtual-board";
module_param(chip, charp, 0444);
MODULE_PARM_DESC(chip, "label of the chip");
static unsigned short line = 7;
module_param(line, ushort, 0444);
MODULE_PARM_DESC(line, "line of the pulse; the one after it is its echo, which is off");

// Without a line for the echo the driver would take that of the pulse for it, too: a line without a name is any.
static struct gpiod_lookup_table table = {
	.dev_id = "pps-gpio",
	.table = {
		GPIO_LOOKUP("", 0, "echo", GPIO_ACTIVE_HIGH),
		GPIO_LOOKUP("", 0, NULL, GPIO_ACTIVE_HIGH),
		{},
	},
};
static const struct property_entry properties[] = { PROPERTY_ENTRY_U32("echo-active-ms", 100), {} };
static const struct platform_device_info info = {
	.name = "pps-gpio",
	.id = PLATFORM_DEVID_NONE,
	.properties = properties,
};
static struct platform_device *device;

static int __init virtual_pps_init(void)
{
	table.table[0].key = table.table[1].key = chip;
	table.table[0].chip_hwnum = line + 1;
	table.table[1].chip_hwnum = line;
	gpiod_add_lookup_table(&table);
	device = platform_device_register_full(&info);
	if (IS_ERR(device)) {
		gpiod_remove_lookup_table(&table);
		return PTR_ERR(device);
	}
	return 0;
}

static void __exit virtual_pps_exit(void)
{
	platform_device_unregister(device);
	gpiod_remove_lookup_table(&table);
}

module_init(virtual_pps_init);
module_exit(virtual_pps_exit);
MODULE_DESCRIPTION("A pulse per second on a line of a GPIO chip");
MODULE_LICENSE("GPL");
