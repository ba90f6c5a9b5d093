package dev.cloche.egress;

/**
 * One header line; values are not checked here.
 *
 * @param name the field name
 * @param value the field value
 */
public record Header(String name, String value) {}
