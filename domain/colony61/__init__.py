"""Colony-61: Light Elements. One shared colony, simultaneous secret choices, money in cubes without change."""
